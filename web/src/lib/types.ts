// What the table says down the socket, as `docs/socket.schema.json` describes it.
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Data = Record<string, Json>;

export interface SeatTold {
  name: string | null;
  bot: string | null;
  taken: boolean;
  present: boolean;
  ready: boolean;
  stand_in: string | null;
  abandoned: boolean;
  hushed: boolean;
}
export interface Proposal {
  number: number;
  what: string;
  by: number;
  seat: number | null;
  agreed: number[];
  asked: number[];
}
export interface TableTold {
  type: "table";
  id: string;
  game: string;
  rules: number;
  options: Data;
  phase: "waiting" | "gathering" | "playing" | "over" | string;
  seats: SeatTold[];
  you: { seat: number | null; eyes: number | null; host: boolean; muted: number[] };
  clock: { kind: string; amount: number; increment: number };
  undo: string;
  hints?: boolean;
  luck: { commitment: string; shares: (string | null)[]; values: (string | null)[]; secret: string | null };
  proposals: Proposal[];
  paused: boolean;
  veiled: boolean;
  lifting: number;
  watchers: number;
  rematch: string | null;
  branch_of: string | null;
}
export interface DecisionTold {
  id: number;
  kind: string;
  options: Data[];
  data: Json;
  sealed: boolean;
  listed_all: boolean;
}
export interface StateTold {
  type: "state";
  version: number;
  view: any;
  decision: DecisionTold | null;
  sealed: Data | null;
  events: Data[];
  events_at: number;
  clock: { left: (number | null)[]; running: number[] } | null;
  moved: { seat: number; by: string } | null;
}
export interface ChatLine {
  number: number;
  seat: number;
  text: string;
  at: number;
}
/** An answer one might give, with the chance to win it leaves and the reason in a sentence. */
export interface Hint {
  answer: Data;
  chance: number;
  why: { key: string; arguments: Data };
}
export interface HintsTold {
  type: "hints";
  decision: number;
  hints: Hint[];
}
export type Down =
  | TableTold
  | StateTold
  | { type: "chat"; lines: ChatLine[] }
  | { type: "ack"; nonce: string }
  | { type: "refused"; nonce: string; key: string; rule: string; arguments: Data }
  | { type: "resync"; nonce: string; key: string }
  | HintsTold;
