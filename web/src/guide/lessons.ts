// What the guide has to say: each lesson comes up when the person first sees what it is about. Games bring their own.
import type { AnyShapes } from "../lib/game";

/** What the person sees now. */
export interface Seen<S extends AnyShapes> {
  view: S["View"];
  decision: S["Decision"] | null;
  over: boolean;
}
export interface Lesson<S extends AnyShapes> {
  /** Its words are under `guide.GAME.NAME`. */
  name: string;
  /** The paragraph of the rules it rests on. */
  rule: string;
  /** Which part of the board it is about. */
  part: string;
  /** The decisions it explains; an answered one needs no more explaining. */
  asks: string[];
  when: (seen: Seen<S>) => boolean;
  /** Whether it can come up at all with these options. */
  within: (options: S["Options"]) => boolean;
}

type Kind<S extends AnyShapes> = S["Decision"]["kind"];
type When<S extends AnyShapes> = Pick<Lesson<S>, "when">;
type More<S extends AnyShapes> = Partial<Pick<Lesson<S>, "when" | "within"> & { asks: Kind<S>[] }>;

export const ANY = { when: () => true };
export const WAITING = {
  when: ({ decision, over }: { decision: unknown; over: boolean }) => decision === null && !over,
};
export const END = { when: ({ over }: { over: boolean }) => over };

/** How a game writes its lessons: one that explains no other decision explains that of its own name. */
export function lessonsOf<S extends AnyShapes>() {
  function lesson(name: Kind<S>, rule: string, part: string, more?: Partial<Pick<Lesson<S>, "within">>): Lesson<S>;
  function lesson(name: string, rule: string, part: string, more: When<S> | (More<S> & { asks: Kind<S>[] })): Lesson<S>;
  function lesson(name: string, rule: string, part: string, more: More<S> = {}): Lesson<S> {
    const asks: string[] = more.asks ?? (more.when ? [] : [name]);
    const when = ({ decision }: Seen<S>) => asks.includes(decision?.kind ?? "");
    return { name, rule, part, when, within: () => true, ...more, asks };
  }
  /** A decision that offers a certain kind of answer. */
  function offers(kind: S["Decision"]["options"][number]["kind"]): When<S> {
    return { when: ({ decision }) => decision?.options.some((option) => option.kind === kind) ?? false };
  }
  return { lesson, offers };
}
