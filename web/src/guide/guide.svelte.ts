// A guide to the game: it speaks of the question that is open, and of what came up for the first time, one thing after the
// other. In a lesson the bots wait while something new is read; nothing else waits, and it never blocks an answer.
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

/** Whether the guide speaks at this table; one that was put away only remembers what was met. */
export function isGuided(table: string): boolean {
  const kept = JSON.parse(localStorage.getItem(KEPT + table) ?? "null") as Kept | null;
  return kept !== null && !kept.away;
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

  /** The lesson to show: one that was called back, else the very first, else that of the open question, else what is new. */
  get current(): AnyLesson | null {
    if (this.called) return this.named(this.called);
    const [first] = this.lessons;
    if (first && this.isNew(first)) return first;
    if (this.met.includes("end")) return this.named("end");
    return this.ofQuestion ?? this.unread[0] ?? this.named(this.met.at(-1) ?? "");
  }

  /** What follows the current lesson, if anything waits: the open question's own lesson before all else. */
  get next(): AnyLesson | null {
    const { current, ofQuestion } = this;
    if (ofQuestion && ofQuestion !== current && this.isNew(ofQuestion)) return ofQuestion;
    return this.unread.find((lesson) => lesson !== current) ?? null;
  }

  /** Whether something new is being read: in a lesson the bots wait for it. */
  get reading(): boolean {
    return !this.away && this.current !== null && this.current.name !== "end" && this.isNew(this.current);
  }

  get count(): number {
    return this.found(this.met).length;
  }

  knows(lesson: AnyLesson): boolean {
    return this.met.includes(lesson.name);
  }

  isNew(lesson: AnyLesson): boolean {
    return this.knows(lesson) && !this.read.includes(lesson.name);
  }

  /** Look at what the person sees: note what comes up for the first time, and let go what has been answered. */
  look(seen: Seen<Wire>): void {
    const asked = seen.decision?.kind ?? "";
    const answered = this.asked !== "" && this.asked !== asked;
    const past = this.unread.filter((lesson) => lesson.asks.includes(this.asked) && !lesson.asks.includes(asked));
    // Who answers has gone on, whatever else stood there to be read.
    if (answered && this.current && this.isNew(this.current)) past.push(this.current);
    const fresh = this.lessons.filter((lesson) => !this.knows(lesson) && lesson.when(seen));
    const ended = fresh.some((lesson) => lesson.name === "end");
    if (asked !== this.asked && asked) this.called = null;
    this.asked = asked;
    if (!past.length && !fresh.length) return;
    const gone = (ended ? this.unread : past).map(({ name }) => name);
    this.read = [...this.read, ...gone.filter((name, at) => gone.indexOf(name) === at)];
    this.met = [...this.met, ...fresh.map(({ name }) => name)];
    if (ended) this.called = null;
    this.keep();
  }

  /** What stands there is read; if it was before, what waits comes up. */
  goOn(): void {
    const { current, next } = this;
    if (current && this.isNew(current)) {
      this.read = [...this.read, current.name];
      this.called = null;
    } else this.called = next?.name ?? null;
    this.keep();
  }

  call(lesson: AnyLesson): void {
    this.called = lesson.name;
  }

  putAway(away: boolean): void {
    this.away = away;
    this.keep();
  }

  /** The lesson of the question that is open now. */
  private get ofQuestion(): AnyLesson | null {
    if (!this.asked) return null;
    const own = this.lessons.filter((lesson) => lesson.asks.includes(this.asked));
    return own.find((lesson) => this.isNew(lesson)) ?? own[0] ?? null;
  }

  private named(name: string): AnyLesson | null {
    return this.lessons.find((lesson) => lesson.name === name) ?? null;
  }

  private found(names: string[]): AnyLesson[] {
    return names.flatMap((name) => this.named(name) ?? []);
  }

  private keep(): void {
    localStorage.setItem(
      KEPT + this.table,
      JSON.stringify({ met: this.met, read: this.read, away: this.away } satisfies Kept),
    );
  }
}
