// What the page has to know of a game. A game says it of itself in `games/NAME/index.ts`; nothing else here names one.
import type { Component } from "svelte";
import type { Lesson } from "../guide/lessons";
import type { Sign } from "./sound";
import type { LiveTable } from "./table.svelte";
import type { Move } from "./travel";
import type { Data, DecisionTold, Json } from "./types";

/** A question as its game puts it. */
export type Question<Kind extends string, Answer, About> = Omit<DecisionTold, "kind" | "options" | "data"> & {
  kind: Kind;
  options: Answer[];
  data: About;
};

/** What a game shows, asks, takes, tells and agrees on; its own `types.ts` is made of what its rules say. */
export interface AnyShapes {
  View: unknown;
  Decision: { id: number; kind: string; options: { kind?: unknown }[] };
  Answer: unknown;
  Event: unknown;
  Options: unknown;
}

/** The same as it comes over the line, before one knows which game it is of. */
export interface Wire extends AnyShapes {
  View: Json;
  Decision: DecisionTold;
  Answer: Data;
  Event: Data;
  Options: Data;
}

/** The names of numbered things that a game has besides seats, by what the words call them. */
export type Called = Record<string, string[]>;

export interface Refusal {
  key: string;
  rule: string;
  arguments: Data;
}

/** What a board is given. */
export interface BoardProps<S extends AnyShapes> {
  id: string;
  game: string;
  view: S["View"];
  decision: S["Decision"] | null;
  /** One's own answer to a question that others are still answering. */
  sealed: S["Answer"] | null;
  events: S["Event"][];
  /** Looking back, `events` are those of one step: these came before it, where the game `remembers` them. */
  past?: S["Event"][];
  names: string[];
  refused?: Refusal | null;
  safety?: { seated: boolean; veiled: boolean };
  lookingBack?: boolean;
  /** Looking back with everything open: each seat's own view. */
  open?: Record<string, S["View"]> | null;
  /** Whose pen moves, by seat: people who type, and bots, who are quick. */
  pens?: boolean[];
  /** A key was pressed in the answer to what is asked. */
  typed?: () => void;
  answer: (answer: S["Answer"]) => void;
  say: (message: Data) => void;
}

type SignsOf<E> = E extends { kind: infer Kind extends string }
  ? Partial<Record<Kind, Sign>>
  : Partial<Record<string, Sign>>;

/** How a game is played: its steps, with words under `howto.GAME.STEP`, and a picture for each of them. */
export interface HowTo {
  STEPS: string[];
  default: Component<{ step: string }>;
}

export interface PageGame<S extends AnyShapes> {
  id: string;
  /** Where it stands in lists. */
  order: number;
  /** Fetched when a table is opened. */
  board: () => Promise<{ default: Component<BoardProps<S>> }>;
  /** How high the dock of its table is, on a wide window and on a phone, where the usual height does not fit. */
  dock?: { wide: string; narrow: string };
  /** What travels on its board when something happens. */
  choreography?: (event: S["Event"], view: S["View"], before: S["View"]) => Move[];
  /** For how many milliseconds what happened is looked at before the next, where nothing of the page's own travels. */
  lasts?: (event: S["Event"]) => number;
  /** What is heard when something happens; it is always also to be seen. */
  signs?: SignsOf<S["Event"]>;
  /** The picture in the lobby. */
  picture: Component;
  /** A first game: bots that play well enough to learn from and answer without long thought. */
  first: { seats: number; bot: string; options: Partial<S["Options"]> };
  lessons: Lesson<S>[];
  /** The kinds of events with which a chapter begins, for whoever looks back. */
  chapters: string[];
  /** The kind of event since which its board draws what happened, as ruts in the sand, also for whoever looks back. */
  remembers?: string;
  /** Fetched when somebody wants to know. */
  howto: () => Promise<HowTo>;
  /** An answer as a button would name it, where its kind and its data alone do not say it. */
  answerInWords?: (answer: S["Answer"], view: S["View"], names: string[]) => string;
  /** What numbered things are called, by a view and by all that happened. */
  called?: (view: S["View"], names: string[]) => Called;
  calledIn?: (events: S["Event"][], names: string[]) => Called;
  /** The values of the cards at a table, where the deck sets them. */
  cardValues?: (view: S["View"]) => Partial<Record<string, number>>;
  /** What is asked before anything of the game is shown. */
  gate?: { shut: () => boolean; door: Component };
  /** A told story as a book, for readers who were not there; fetched when it is read. */
  book?: () => Promise<{ default: Component<{ view: S["View"]; tellers: (string | null)[] }> }>;
  /** What can be kept of a finished game; at the table itself it may ask one's own seat,
   *  and offers the record, too. */
  keepsake?: Component<{ id: string; table?: LiveTable | null }>;
}
