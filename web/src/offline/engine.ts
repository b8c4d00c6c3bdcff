// The page's side of the worker in which a game without a network is played.
import { Problem } from "../lib/api";
import { trusted } from "../lib/trusted";
import type { Data } from "../lib/types";
import address from "./worker?worker&url";

/** What the worker answers: what came of a call, or what a table tells. */
export type Told =
  | { number: number; done: unknown }
  | { number: number; refused: { key: string; rule: string; arguments: Data } }
  | { number: number; failed: string }
  | { table: string; frames: string[] };

let worker: Worker | null = null;
let last = 0;
const waiting = new Map<number, { done: (value: unknown) => void; failed: (error: Error) => void }>();
const listening = new Map<string, (frame: string) => void>();

function running(): Worker {
  if (worker) return worker;
  worker = new Worker(trusted(address), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    if ("table" in data) for (const frame of data.frames) listening.get(data.table)?.(frame);
    else {
      const call = waiting.get(data.number);
      waiting.delete(data.number);
      if ("done" in data) call?.done(data.done);
      else if ("refused" in data)
        call?.failed(new Problem(data.refused.key, data.refused.rule, data.refused.arguments));
      else call?.failed(new Error(data.failed));
    }
  };
  return worker;
}

/** Let the worker do something. Rejects with a `Problem` if the table refuses. */
export function call<T = void>(what: string, ...given: string[]): Promise<T> {
  const number = ++last;
  return new Promise<T>((done, failed) => {
    waiting.set(number, { done: done as (value: unknown) => void, failed });
    running().postMessage({ number, what, given });
  });
}

/** Hear what a table tells; gives the way to hear no more. */
export function listen(table: string, hear: (frame: string) => void): () => void {
  listening.set(table, hear);
  return () => listening.get(table) === hear && listening.delete(table);
}
