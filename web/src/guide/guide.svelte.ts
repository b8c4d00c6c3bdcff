// A guide beside the board: it notes what came up, in which order, and what the person has taken in. It never blocks.
import type { Wire } from "../lib/game";
import { gameOf } from "../lib/games";
import type { Data } from "../lib/types";
import type { Lesson, Seen } from "./lessons";

type AnyLesson = Lesson<Wire>;

const KEPT = "triclinium-guide-";

interface Kept {
  met: string[];
  read: string[];
  away: boolean;
}

/** Let a table be a guided one from its beginning. */
export function keepGuided(table: string): void {
  localStorage.setItem(KEPT + table, JSON.stringify({ met: [], read: [], away: false } satisfies Kept));
}

export function isGuided(table: string): boolean {
  return localStorage.getItem(KEPT + table) !== null;
}

export class Guide {
  readonly lessons: AnyLesson[];
  away = $state(true);
  private met = $state<string[]>([]);
  private read = $state<string[]>([]);
  private called = $state<string | null>(null);
  private asked = $state("");

  constructor(
    private readonly table: string,
    game: string,
    options: Data,
  ) {
    this.lessons = (gameOf(game)?.lessons ?? []).filter((lesson) => lesson.within(options));
    const kept = JSON.parse(localStorage.getItem(KEPT + table) ?? "null") as Kept | null;
    if (kept) ({ met: this.met, read: this.read, away: this.away } = kept);
  }

  /** What came up and was not taken in yet, in the order it came. */
  get unread(): AnyLesson[] {
    return this.found(this.met.filter((name) => !this.read.includes(name)));
  }

  /** The lesson to show: one that was called back, else what comes next, else what the table asks, else what came last. */
  get current(): AnyLesson | null {
    const asked = this.lessons.find((lesson) => lesson.asks.includes(this.asked));
    const name =
      this.called ?? this.unread[0]?.name ?? (this.met.includes("end") ? "end" : (asked?.name ?? this.met.at(-1)));
    return this.lessons.find((lesson) => lesson.name === name) ?? null;
  }

  /** What follows the current lesson, if anything waits. */
  get next(): AnyLesson | null {
    return this.unread.find((lesson) => lesson !== this.current) ?? null;
  }

  get count(): number {
    return this.found(this.met).length;
  }

  knows(lesson: AnyLesson): boolean {
    return this.met.includes(lesson.name);
  }

  /** Look at what the person sees: note what comes up for the first time, and let go what has been answered. */
  look(seen: Seen<Wire>): void {
    const asked = seen.decision?.kind ?? "";
    const past = this.unread.filter((lesson) => lesson.asks.includes(this.asked) && !lesson.asks.includes(asked));
    const fresh = this.lessons.filter((lesson) => !this.knows(lesson) && lesson.when(seen));
    const ended = fresh.some((lesson) => lesson.name === "end");
    if (asked !== this.asked && asked) this.called = null;
    this.asked = asked;
    if (!past.length && !fresh.length) return;
    this.read = [...this.read, ...(ended ? this.unread : past).map(({ name }) => name)];
    this.met = [...this.met, ...fresh.map(({ name }) => name)];
    if (ended) this.called = null;
    this.keep();
  }

  goOn(): void {
    if (this.current) this.read = [...this.read, this.current.name];
    this.called = null;
    this.keep();
  }

  call(lesson: AnyLesson): void {
    this.called = lesson.name;
  }

  putAway(away: boolean): void {
    this.away = away;
    this.keep();
  }

  private found(names: string[]): AnyLesson[] {
    return names.flatMap((name) => this.lessons.find((lesson) => lesson.name === name) ?? []);
  }

  private keep(): void {
    localStorage.setItem(
      KEPT + this.table,
      JSON.stringify({ met: this.met, read: this.read, away: this.away } satisfies Kept),
    );
  }
}
