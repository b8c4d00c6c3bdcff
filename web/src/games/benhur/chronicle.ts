// A race retold from what everybody heard: who drove when in each round, and how it ended for whom. The foremost chariot
// that has not acted drives next (BH-3), so the order of turns is the order on the sand; nothing is measured here.
import type { ChariotSeen, Event, Status } from "./types";

export interface Chronicle {
  /** For each chariot its place, from 1, in every round of the last race; null once it is gone. */
  places: (number | null)[][];
  /** How each chariot's race ended, and after which round; null for one that still drives. */
  ends: ({ round: number; status: Status } | null)[];
}

export function chronicleOf(events: readonly Event[], chariots: number): Chronicle {
  const rounds: number[][] = [];
  let ends: Chronicle["ends"] = [];
  const begin = () => {
    rounds.length = 0;
    ends = Array.from({ length: chariots }, () => null);
  };
  begin();
  for (const event of events) {
    if (event.kind === "race_began") begin();
    else if (event.kind === "round_began") rounds.push([]);
    else if (event.kind === "turn_began" || event.kind === "turn_lost") {
      const round = rounds.at(-1);
      if (round && !round.includes(event.chariot)) round.push(event.chariot);
    } else if (event.kind === "chariot_left") {
      ends[event.chariot] = { round: Math.max(0, rounds.length - 1), status: event.status };
    }
  }
  const home = (round: number) => ends.filter((end) => end?.status === "finished" && end.round < round).length;
  const places = Array.from({ length: chariots }, (_, chariot) =>
    rounds.map((order, round) => (order.includes(chariot) ? order.indexOf(chariot) + 1 + home(round) : null)),
  );
  return { places, ends };
}

export interface Step {
  seat: number;
  /** Of the lowest sum of laurels the first; those who are level share a step. */
  step: number;
  score: number;
  chariots: number[];
}

/** The order in which seats stand on the podium: winners first, then by their sums; who won no laurel stands below. */
export function podiumOf(
  chariots: readonly ChariotSeen[],
  scores: readonly number[],
  winners: readonly number[],
): Step[] {
  const of = (seat: number) => [...chariots.keys()].filter((n) => chariots[n]!.seat === seat);
  const laurels = (seat: number) =>
    of(seat).reduce((sum, n) => sum + chariots[n]!.laurels.filter((one) => one > 0).length, 0);
  const seats = scores.map((score, seat) => ({
    seat,
    score,
    chariots: of(seat),
    won: winners.includes(seat),
    has: laurels(seat),
  }));
  seats.sort((one, other) => Number(other.won) - Number(one.won) || other.has - one.has || one.score - other.score);
  const level = (one: (typeof seats)[number], other: (typeof seats)[number]) =>
    one.won === other.won && one.has === other.has && one.score === other.score;
  return seats.map(({ seat, score, chariots: own }, n) => ({
    seat,
    score,
    chariots: own,
    step: seats.findIndex((other) => level(seats[n]!, other)) + 1,
  }));
}
