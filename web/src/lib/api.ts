// What is asked over HTTP. Secrets of links travel in bodies, never in addresses.
import type { Json } from "./types";

export class Problem extends Error {
  constructor(
    readonly key: string,
    readonly rule: string,
    readonly args: Record<string, Json>,
  ) {
    super(key);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    credentials: "same-origin",
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const told = await response.json();
  if (!response.ok) throw new Problem(told.key ?? "refused.malformed", told.rule ?? "", told.arguments ?? {});
  return told as T;
}

export interface OptionTold {
  name: string;
  default: Json;
  choices: Json[];
}
export interface GameTold {
  id: string;
  rules: number;
  seats_least: number;
  seats_most: number;
  options: OptionTold[];
  bots: string[];
}
export interface TableLine {
  id: string;
  game: string;
  phase: string;
  seats: (string | null)[];
  your_seat: number | null;
  your_turn: boolean;
}
export interface Made {
  id: string;
  invite: string;
  watch: string;
  seat: number | null;
}
export interface Step {
  at: number;
  seat: number | null;
  answer: Json;
  events: Record<string, Json>[];
  views: Record<string, Json>;
}

export const games = () => ask<{ games: GameTold[] }>("GET", "/api/games");
export const tables = () => ask<{ tables: TableLine[] }>("GET", "/api/tables");
export const makeTable = (wanted: unknown) => ask<Made>("POST", "/api/tables", wanted);
export const sit = (table: string, secret: string, name: string, seat: number | null) =>
  ask<{ id: string; seat: number }>("POST", `/api/tables/${table}/seats`, { secret, name, seat });
export const watch = (table: string, secret: string) =>
  ask<{ id: string }>("POST", `/api/tables/${table}/watch`, { secret });
export const makeLink = (table: string, kind: string, seat: number | null) =>
  ask<{ secret: string }>("POST", `/api/tables/${table}/links`, { kind, seat });
export const log = (table: string, seat: number | null) =>
  ask<{ events: Record<string, Json>[] }>("GET", `/api/tables/${table}/log${seat === null ? "" : `?seat=${seat}`}`);
export const replay = (table: string, eyes: string, at: number, count: number) =>
  ask<{ steps_total: number; steps: Step[] }>("GET", `/api/tables/${table}/replay?eyes=${eyes}&at=${at}&count=${count}`);
export const rematch = (table: string) => ask<{ id: string }>("POST", `/api/tables/${table}/rematch`);
export const branch = (table: string, at: number, seat: number, name: string) =>
  ask<Made>("POST", `/api/tables/${table}/branch`, { at, seat, name });
