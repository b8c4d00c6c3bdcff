// What the server keeps of this visitor: all of it in one file, and gone when they say so.
import { forgetMe, forgetMeAt, Problem, wholeMe } from "./api";
import type { Data } from "./types";

const LATER = ["refused.too_fast", "refused.busy"];
const PAUSE = 1000;
const TRIES = 30;

type Rest = () => Promise<void>;
const rested: Rest = () => new Promise((done) => setTimeout(done, PAUSE));

/** Ask again for a while where the server is busy. */
async function patiently<T>(asks: () => Promise<T>, rest: Rest): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await asks();
    } catch (error) {
      if (!(error instanceof Problem) || !LATER.includes(error.key) || attempt === TRIES) throw error;
      await rest();
    }
  }
}

/** Everything, in as many answers as it takes. */
export async function everything(rest: Rest = rested): Promise<Data[]> {
  const tables: Data[] = [];
  for (;;) {
    const told = await patiently(() => wholeMe(tables.length), rest);
    tables.push(...told.tables);
    if (!told.more || !told.tables.length) return tables;
  }
}

/** Delete everything; `tell` hears how many tables are done. What another process keeps is asked for table by table. */
export async function forgetEverything(tell: (done: number) => void, rest: Rest = rested): Promise<void> {
  let done = 0;
  for (;;) {
    const told = await patiently(forgetMe, rest);
    tell((done += told.tables));
    if (!told.left.length) return;
    if (told.tables) continue;
    for (const table of told.left) {
      await patiently(() => forgetMeAt(table), rest);
      tell(++done);
    }
  }
}

/** How the page looks; it says nothing of anybody. */
const STAYS = ["triclinium-language", "triclinium-settings", "triclinium-adult"];

/** Forget what this browser itself has noted: links, drafts, marks, who sits at this screen. */
export function forgetHere(): void {
  for (const shelf of [localStorage, sessionStorage])
    for (const key of Object.keys(shelf))
      if (key.startsWith("triclinium-") && !STAYS.includes(key)) shelf.removeItem(key);
}
