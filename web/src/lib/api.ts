// What is asked over HTTP. Secrets of links travel in bodies, never in addresses.
import { isLocal } from "../offline/local";
import type {
  Avatar,
  BriefTold,
  Data,
  Done,
  Forgotten,
  Games,
  Invitation,
  LinkMade,
  LogTold,
  Made,
  Me,
  ModelsOffered,
  NewTable,
  PassageTold,
  PushKey,
  Replay,
  ReviewTold,
  Subscribe,
  TableList,
  Taken,
  TakenAlong,
  TaleTold,
  Watching,
} from "./types";

export class Problem extends Error {
  constructor(
    readonly key: string,
    readonly rule: string,
    readonly args: Data,
  ) {
    super(key);
  }
}

/** What went wrong, for people: a browser says by a TypeError that nobody answers. Whatever else is wrong is thrown on. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof TypeError) return new Problem("page.no_answer", "", {});
  throw error;
}

const OF_A_TABLE = /^\/api\/tables\/([0-9a-f]{32})\/(\w+)(?:\?(.*))?$/;

/** What is asked of a game that is played in this browser is answered here. */
async function askLocally<T>(table: string, what: string, query: string): Promise<T> {
  const { call } = await import("../offline/engine");
  return call<T>("ask", table, what, JSON.stringify(Object.fromEntries(new URLSearchParams(query))));
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const [, table = "", what = "", query = ""] = OF_A_TABLE.exec(path) ?? [];
  if (isLocal(table)) return askLocally<T>(table, what, query);
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

export const games = () => ask<Games>("GET", "/api/games");
export const tables = () => ask<TableList>("GET", "/api/tables");
export const makeTable = (wanted: NewTable) => ask<Made>("POST", "/api/tables", wanted);
/** Go on at the server with a game that was begun without a network. */
export const goOnOnline = (along: TakenAlong) => ask<Made>("POST", "/api/along", along);
/** How somebody sits down: a name, and how they are drawn. */
export interface Sitting {
  name: string;
  avatar?: Avatar;
}
export const invitation = (table: string, secret: string) =>
  ask<Invitation>("POST", `/api/tables/${table}/invitation`, { secret });
export const sit = (table: string, secret: string, who: Sitting, seat: number | null) =>
  ask<Taken>("POST", `/api/tables/${table}/seats`, { secret, ...who, seat });
export const watch = (table: string, secret: string) => ask<Watching>("POST", `/api/tables/${table}/watch`, { secret });
export const makeLink = (table: string, kind: string, seat: number | null) =>
  ask<LinkMade>("POST", `/api/tables/${table}/links`, { kind, seat });
export const voidLinks = (table: string, kind: string, seat: number | null) =>
  ask<Done>("POST", `/api/tables/${table}/links/void`, { kind, seat });
export const log = (table: string, seat: number | null) =>
  ask<LogTold>("GET", `/api/tables/${table}/log${seat === null ? "" : `?seat=${seat}`}`);
export const replay = (table: string, eyes: string, at: number, count: number) =>
  ask<Replay>("GET", `/api/tables/${table}/replay?eyes=${eyes}&at=${at}&count=${count}`);
export const review = (table: string, seat: number) =>
  ask<ReviewTold>("GET", `/api/tables/${table}/review?seat=${seat}`);
export const rematch = (table: string) => ask<Done>("POST", `/api/tables/${table}/rematch`);
export const branch = (table: string, at: number, seat: number, who: Sitting) =>
  ask<Made>("POST", `/api/tables/${table}/branch`, { at, seat, ...who });
export const tellers = (table: string) => ask<(string | null)[]>("GET", `/api/tables/${table}/names`);
/** A tale that everybody who told it allows to be read. */
export const readTale = (key: string) => ask<TaleTold>("POST", "/api/tale", { key });
export const pushKey = () => ask<PushKey>("GET", "/api/push");
export const subscribe = (table: string, wanted: Subscribe) =>
  ask<Done>("POST", `/api/tables/${table}/notices`, wanted);
export const me = (at: number) => ask<Me>("GET", `/api/me?at=${at}`);
export const wholeMe = (at: number) => ask<{ tables: Data[]; more: number }>("GET", `/api/me/download?at=${at}`);
export const forgetMe = () => ask<Forgotten>("DELETE", "/api/me");
export const forgetMeAt = (table: string) => ask<Forgotten>("DELETE", `/api/tables/${table}/me`);
export const models = (table: string) => ask<ModelsOffered>("GET", `/api/tables/${table}/model`);
export const modelBrief = (table: string, wanted: Data) =>
  ask<BriefTold>("POST", `/api/tables/${table}/model/brief`, wanted);
export const modelPassage = (table: string, wanted: Data) =>
  ask<PassageTold>("POST", `/api/tables/${table}/model/passage`, wanted);
