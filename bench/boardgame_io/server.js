// A stock boardgame.io server with its usual storage in memory: node server.js PORT
const { Server, Origins } = require("boardgame.io/server");

const KINDS = 9;
const COPIES = 10;
const HAND = 4;
const MOVES = 100;

// Of the size of a banquet: a pile of cards, a secret hand for each player, what lies open before each, and what was
// discarded. A move lays a card before somebody and draws another; it takes about as many moves as a banquet.
const banquet = {
  name: "banquet",
  setup: ({ ctx, random }) => {
    const pile = random.Shuffle(Array.from({ length: KINDS * COPIES }, (_, place) => place % KINDS));
    const seats = Array.from({ length: ctx.numPlayers }, () => ({ hand: pile.splice(0, HAND), open: [], belt: 0 }));
    return { pile, seats, discards: [], moves: 0 };
  },
  moves: {
    lay: ({ G, playerID }, place, to) => {
      const seat = G.seats[Number(playerID)];
      if (!(place in seat.hand) || !(to in G.seats)) return "INVALID_MOVE";
      const [card] = seat.hand.splice(place, 1);
      const taker = G.seats[to];
      taker.open.push(card);
      taker.belt += card % 3;
      if (taker.open.length > KINDS) G.discards.push(...taker.open.splice(0));
      if (G.pile.length === 0) G.pile = G.discards.splice(0);
      if (G.pile.length > 0) seat.hand.push(G.pile.pop());
      G.moves += 1;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => (G.moves >= MOVES ? { belts: G.seats.map((seat) => seat.belt) } : undefined),
  playerView: ({ G, playerID }) => ({
    ...G,
    pile: G.pile.length,
    seats: G.seats.map((seat, number) => (String(number) === playerID ? seat : { ...seat, hand: seat.hand.length })),
  }),
};

Server({ games: [banquet], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]));
