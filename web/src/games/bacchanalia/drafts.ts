// What somebody is writing, kept in this browser as it is typed: a broken line or a closed lid loses nothing.
import type { Aspect, Mark, Passage } from "./types";

export interface Draft {
  /** The number the passage will have in the story. */
  passage: number;
  text: string;
  name: string;
  where: string;
  place: string;
  together: boolean | null;
  marks: Mark[];
  meets: number[];
}

const KEPT = "triclinium-draft-";
const QUESTIONS_BACK = 40;

/** The draft of one question at one table and seat. */
export class Drawer {
  private readonly folder: string;

  constructor(
    table: string,
    seat: number,
    private readonly question: number,
  ) {
    this.folder = `${KEPT}${table}-${seat}-`;
  }

  open(): Draft | null {
    this.tidy();
    const kept = localStorage.getItem(this.folder + this.question);
    return kept === null ? null : (JSON.parse(kept) as Draft);
  }

  keep(draft: Draft): boolean {
    try {
      localStorage.setItem(this.folder + this.question, JSON.stringify(draft));
      return true;
    } catch {
      return false; // the browser's drawer is full or shut; the text still stands in its field
    }
  }

  /** Drafts of questions long past are thrown away; recent ones stay, since an answer can be taken back. */
  private tidy(): void {
    const old = Object.keys(localStorage).filter(
      (key) => key.startsWith(this.folder) && Number(key.slice(this.folder.length)) < this.question - QUESTIONS_BACK,
    );
    for (const key of old) localStorage.removeItem(key);
  }
}

/** What is written to a question of the introduction before it is asked; the paper begins with it. */
export class Ahead {
  private readonly folder: string;

  constructor(table: string, seat: number) {
    this.folder = `${KEPT}${table}-${seat}-ahead-`;
  }

  read(part: Aspect): string {
    const kept = localStorage.getItem(this.folder + part);
    return kept === null ? "" : (JSON.parse(kept) as { text: string }).text;
  }

  keep(part: Aspect, text: string): void {
    try {
      if (text) localStorage.setItem(this.folder + part, JSON.stringify({ text }));
      else localStorage.removeItem(this.folder + part);
    } catch {
      // as with a draft: the text still stands in its field
    }
  }
}

/** Nothing of a veiled passage stays in a draft at this table, and a rewritten one is taken over (BC-23, BC-24). */
export function followStory(table: string, story: Passage[]): void {
  const folder = `${KEPT}${table}-`;
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith(folder))) {
    const draft = JSON.parse(localStorage.getItem(key)!) as Draft;
    const told = story[draft.passage];
    if (told?.seat !== Number(key.slice(folder.length).split("-")[0])) continue;
    if (told.form === "veiled") localStorage.removeItem(key);
    else if (told.text !== null && told.text !== draft.text)
      localStorage.setItem(key, JSON.stringify({ ...draft, text: told.text, marks: told.marks }));
  }
}
