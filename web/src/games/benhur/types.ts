// Made from src/triclinium/games/benhur/views/shapes.py by `python web/make_types.py`. Do not edit.
import type { Question } from "../../lib/game";
import type { Json } from "../../lib/types";

export const CARD_NAMES = ["normal +I+", "normal II", "normal +II+", "normal III", "normal +III+", "normal +I+ horseshoe", "normal II horseshoe", "normal +II+ horseshoe", "normal III horseshoe", "normal +III+ horseshoe", "normal accident 1", "normal accident 1-2", "normal accident 1-3", "risky +I+", "risky II", "risky +II+", "risky III", "risky +III+", "risky +I+ horseshoe", "risky II horseshoe", "risky +II+ horseshoe", "risky III horseshoe", "risky +III+ horseshoe", "risky accident 1", "risky accident 1-2", "risky accident 1-3"] as const;
export type Card = (typeof CARD_NAMES)[number];

export const FORMAT_NAMES = ["laps", "races", "long"] as const;
export type Format = (typeof FORMAT_NAMES)[number];

export const STEERING_NAMES = ["notched", "free"] as const;
export type Steering = (typeof STEERING_NAMES)[number];

export const DECK_NAMES = ["normal", "risky"] as const;
export type Deck = (typeof DECK_NAMES)[number];

export const CARD_KIND_NAMES = ["+I+", "II", "+II+", "III", "+III+", "+I+ horseshoe", "II horseshoe", "+II+ horseshoe", "III horseshoe", "+III+ horseshoe", "accident 1", "accident 1-2", "accident 1-3"] as const;
export type CardKind = (typeof CARD_KIND_NAMES)[number];

export const PHASE_NAMES = ["draw_driver", "remove_accident", "throw_start", "deal_card", "draw_card", "throw_attacker", "throw_defender", "throw_accident", "exchange", "drive", "play_on", "refill", "whip", "loss", "over", "next_turn", "ask_drive", "after_move", "next_whip", "after_whips", "after_accident", "after_loss", "end_turn", "end_race", "finish_move"] as const;
export type Phase = (typeof PHASE_NAMES)[number];

export const DRIVER_NAMES = ["ben_hur", "messala", "cleanthes", "byzantium", "corinth", "sidon"] as const;
export type Driver = (typeof DRIVER_NAMES)[number];

export const STATUS_NAMES = ["waiting", "racing", "finished", "crashed", "knocked_out", "hand_empty", "unfinished"] as const;
export type Status = (typeof STATUS_NAMES)[number];

export const SIDE_NAMES = ["left", "right"] as const;
export type Side = (typeof SIDE_NAMES)[number];

export const DEED_NAMES = ["drove", "reined_in", "accident", "repair"] as const;
export type Deed = (typeof DEED_NAMES)[number];

export const ENDING_NAMES = ["won", "shared", "no_winner"] as const;
export type Ending = (typeof ENDING_NAMES)[number];

export const VERDICT_NAMES = ["safe", "crash", "blocked", "collision"] as const;
export type Verdict = (typeof VERDICT_NAMES)[number];

export const SPEED_NAMES = ["+I+", "II", "+II+", "III", "+III+"] as const;
export type Speed = (typeof SPEED_NAMES)[number];

export const RULERS: Record<Speed, number> =
  {"+I+": 512, "II": 1024, "+II+": 1536, "III": 2048, "+III+": 2560};

export const NUMERALS: string[] =
  ["I", "II", "III", "IV", "V", "VI"];

export const ANGLE_MOST: number =
  30;

export const TIP: number =
  512;

export const SHOULDER: number =
  394;

export const HALF_BREADTH: number =
  205;

export const RULER_HALF_BREADTH: number =
  123;

export const MISHAPS: number =
  5;

/** What only this seat knows: the hands of its chariots, and which duties have lapsed for want of a card. */
export type You = {
  chariots: number[];
  hands: (Partial<Record<Card, number>>)[];
  lapsed: number[];
};

/** The circus, in the units of the rules. */
export type Track = {
  axis: number;
  middle: number;
  outer: number;
  line: number;
  places: [number, number][];
};

/** What was agreed before the game; it never changes. */
export type Table = {
  seats: number;
  chariots: number;
  format: Format;
  length: number;
  club: boolean;
  steering: Steering;
  track: Track;
  decks: Partial<Record<Deck, Partial<Record<CardKind, number>>>>;
};

/** A deck as it lies on the table: discards and what was shown lie open, the pile does not. */
export type DeckSeen = {
  name: Deck;
  left: number;
  discards: Partial<Record<CardKind, number>>;
  removed: Partial<Record<CardKind, number>>;
  aside: Partial<Record<CardKind, number>>;
};

/** To whom a chariot owes it to keep to a side. */
export type Duty = {
  to: number;
  side: Side;
};

/** What everybody sees of a chariot. `progress` is for display only: laps driven. */
export type ChariotSeen = {
  seat: number;
  driver: Driver | null;
  place: number;
  status: Status;
  x: number;
  y: number;
  heading: number;
  wraps: number;
  lap: number;
  progress: number;
  started: boolean;
  owes_turn: boolean;
  contact: number[];
  duty: Duty | null;
  hand: Partial<Record<Deck, number>>;
  known: Partial<Record<Card, number>>;
  bare: Partial<Record<Deck, number>>;
  laurels: number[];
  last_turn: [Deed, Card, number, number][];
  counts: number[];
};

/** The running turn. */
export type Turn = {
  fought: number[];
  cards_played: number;
  accidents_played: number;
  whip_asked: number[];
  exchanging: boolean;
  card: Card | null;
  a: number;
  b: number;
  die: number;
  repair: boolean;
  good: boolean;
  refill_deck: Deck;
  then: Phase;
};

/** A whip or a collision, and the dice thrown for it. */
export type Fight = {
  kind: "whip" | "collision" | null;
  attacker: number | null;
  defender: number | null;
  attacker_die: number;
  defender_die: number;
};

/** How it ended. */
export type Result = {
  ending: Ending;
  winners: number[];
};

/** A race as a seat, or somebody who watches, sees it. */
export type View = {
  game: "benhur";
  seat: number | null;
  you?: You;
  table: Table;
  phase: Phase;
  asked: number[];
  question: number;
  chariot: number;
  race: number;
  round: number;
  actor: number | null;
  acted: number[];
  ranking: number[];
  decks: DeckSeen[];
  chariots: ChariotSeen[];
  turn: Turn;
  fight: Fight;
  scores: number[];
  result: Result | null;
};

/** Which chariot is asked: a seat may drive three. */
export type OfChariot = {
  chariot: number;
};

/** What a placement would lead to, whom it concerns, whether it may be answered, the ruler's ends, the end pose. */
export type Placement = {
  a: number;
  b: number;
  verdict: Verdict;
  chariots: number[];
  allowed: boolean;
  ruler: [number, number, number, number];
  pose: [number, number, number];
};

/** A speed card with every listed placement. */
export type CardPlacements = {
  card: Card;
  placements: Placement[];
};

/** The chariot that chooses a move, its duty, and what each card would lead to. */
export type Preview = {
  chariot: number;
  duty: Side | null;
  cards: CardPlacements[];
};

/** The first hand is kept. */
export type KeepHand = {
  kind: "keep_hand";
};

/** The first hand is exchanged (BH-9). */
export type ExchangeHand = {
  kind: "exchange_hand";
};

/** A speed card and how it is steered. */
export type Drive = {
  kind: "drive";
  card: Card;
  a: number;
  b: number;
};

/** The same, into a rival. */
export type Collide = {
  kind: "collide";
  card: Card;
  a: number;
  b: number;
  rival: number;
};

/** The same, into a wall. */
export type Crash = {
  kind: "crash";
  card: Card;
  a: number;
  b: number;
};

/** A card given up instead of driving. */
export type ReinIn = {
  kind: "rein_in";
  card: Card;
};

/** An accident card, for a throw of the die. */
export type Accident = {
  kind: "accident";
  card: Card;
};

/** The whip at a rival. */
export type Whip = {
  kind: "whip";
  rival: number;
};

/** No further card. */
export type Stop = {
  kind: "stop";
};

/** From which deck a card is drawn. */
export type Refill = {
  kind: "refill";
  deck: Deck;
};

/** No whip. */
export type Hold = {
  kind: "hold";
};

/** The next turn is lost. */
export type LoseTurn = {
  kind: "lose_turn";
};

export type Answer = KeepHand | ExchangeHand | Drive | Collide | Crash | ReinIn | Accident | Whip | Stop | Refill | Hold | LoseTurn;

export type Decision =
  | Question<"exchange", KeepHand | ExchangeHand, OfChariot>
  | Question<"drive", Drive | Collide | Crash | ReinIn | Accident | Whip, Preview>
  | Question<"play_on", Drive | Collide | Crash | Accident | Stop, Preview>
  | Question<"refill", Refill, OfChariot>
  | Question<"whip", Whip | Hold, OfChariot>
  | Question<"loss", LoseTurn | Accident, OfChariot>;

export type Event =
  | { kind: "driver_drawn"; chariot: number; driver: Driver }
  | { kind: "accident_removed"; card: Card }
  | { kind: "race_began"; race: number }
  | { kind: "start_thrown"; chariot: number; place: number; x: number; y: number }
  | { kind: "place_taken"; chariot: number; place: number }
  | { kind: "card_dealt"; chariot: number; deck: Deck }
  | { kind: "card_yours"; chariot: number; card: Card }
  | { kind: "hand_kept"; chariot: number }
  | { kind: "hand_exchanged"; chariot: number }
  | { kind: "round_began"; round: number }
  | { kind: "turn_began"; chariot: number }
  | { kind: "turn_lost"; chariot: number }
  | { kind: "speed_played"; chariot: number; card: Card; a: number; b: number }
  | { kind: "chariot_moved"; chariot: number; x: number; y: number; heading: number }
  | { kind: "chariot_set_down"; chariot: number; x: number; y: number; heading: number }
  | { kind: "chariot_crashed"; chariot: number }
  | { kind: "chariot_left"; chariot: number; status: Status }
  | { kind: "reined_in"; chariot: number; card: Card }
  | { kind: "card_drawn"; chariot: number; deck: Deck }
  | { kind: "deck_renewed"; deck: Deck; cards: number }
  | { kind: "accident_played"; chariot: number; card: Card }
  | { kind: "repair_played"; chariot: number; card: Card }
  | { kind: "accident_good"; chariot: number; die: number }
  | { kind: "accident_bad"; chariot: number; die: number }
  | { kind: "whip_announced"; chariot: number; rival: number }
  | { kind: "whip_held"; chariot: number }
  | { kind: "collision_declared"; chariot: number; rival: number; card: Card }
  | { kind: "hand_shown"; chariot: number; cards: Card[] }
  | { kind: "horseshoes_shown"; chariot: number; cards: Card[] }
  | { kind: "fight_thrown"; chariot: number; die: number; horseshoes: number; total: number }
  | { kind: "fight_tied"; chariot: number; rival: number }
  | { kind: "whip_won"; chariot: number; rival: number }
  | { kind: "collision_won"; chariot: number; rival: number }
  | { kind: "turn_will_be_lost"; chariot: number }
  | { kind: "third_card"; chariot: number }
  | { kind: "no_third_card"; chariot: number }
  | { kind: "stopped"; chariot: number }
  | { kind: "contact_made"; chariot: number; rival: number }
  | { kind: "lap_counted"; chariot: number; lap: number }
  | { kind: "lap_given_back"; chariot: number; lap: number }
  | { kind: "laurel_won"; chariot: number; laurel: number; course: number; format: Format }
  | { kind: "race_over"; race: number }
  | { kind: "race_tied"; seats: number[] }
  | { kind: "game_won"; seats: number[] }
  | { kind: "game_shared"; seats: number[] }
  | { kind: "game_without_winner" };

/** What a table agrees on. */
export type Options = {
  format: "laps" | "races" | "long";
  length: number;
  club: boolean;
  steering: "notched" | "free";
  chariots: number;
  deck: Json;
  track: Json;
};

/** What it is called among programs, and where it stands in lists. */
export const ID = "benhur";
export const ORDER = 2;

/** All that is said about this game, for what is the same in every game. */
export interface Shapes {
  View: View;
  Decision: Decision;
  Answer: Answer;
  Event: Event;
  Options: Options;
}
