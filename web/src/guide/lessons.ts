// What the guide has to say, game by game: each lesson comes up when the person first sees what it is about.
import type { Data, DecisionTold } from "../lib/types";

/** What the person sees now. */
export interface Seen {
  view: any;
  decision: DecisionTold | null;
  over: boolean;
}
export interface Lesson {
  /** Its words are under `guide.GAME.NAME`. */
  name: string;
  /** The paragraph of the rules it rests on. */
  rule: string;
  /** Which part of the board it is about. */
  part: string;
  /** The decisions it explains; an answered one needs no more explaining. */
  asks: string[];
  when: (seen: Seen) => boolean;
  /** Whether it can come up at all with these options. */
  within: (options: Data) => boolean;
}

type More = Partial<Pick<Lesson, "when" | "within" | "asks">>;

const ANY = { when: () => true };
const WAITING = { when: ({ decision, over }: Seen) => decision === null && !over };
const END = { when: ({ over }: Seen) => over };

function lesson(name: string, rule: string, part: string, more: More = {}): Lesson {
  const asks = more.asks ?? (more.when ? [] : [name]);
  return {
    name,
    rule,
    part,
    asks,
    when: ({ decision }) => asks.includes(decision?.kind ?? ""),
    within: () => true,
    ...more,
  };
}
/** A decision that offers a certain kind of answer. */
function offers(kind: string): More {
  return { when: ({ decision }) => decision?.options.some((option) => option.kind === kind) ?? false };
}
const seats = (view: any) => view.seats as { accepted: Record<string, number> }[];
const chariots = (view: any) => view.chariots as { status: string }[];
/** Decisions beside which the cards lie that say who rules. */
const RULED = ["pass_bacchus", "pay_tie", "take", "scene"];
const GONE = ["crashed", "knocked_out", "hand_empty"];

export const LESSONS: Record<string, Lesson[]> = {
  banquet: [
    lesson("welcome", "BB-12", ".secret", ANY),
    lesson("belt", "BB-2", ".board > .seats", ANY),
    lesson("pick", "BB-1", ".ring"),
    lesson("assign", "BB-1", ".ask"),
    lesson("offer", "BB-8", ".ask"),
    lesson("answer", "BB-8", ".ask"),
    lesson("wait", "BB-21", ".log", WAITING),
    lesson("taste", "BB-9", ".ask"),
    lesson("initiative", "BB-3", ".ask"),
    lesson("window", "BB-4", ".ask", { asks: ["window"], within: (options) => options.privileges !== "none" }),
    lesson("dagger", "BB-13", ".board > .seats", {
      when: ({ view }) => seats(view).some((seat) => seat.accepted.dagger),
    }),
    lesson("burst", "BB-14", ".board > .seats", { when: ({ view }) => view.out.length > 0 }),
    lesson("end", "BB-12", ".board > .seats", END),
  ],
  benhur: [
    lesson("welcome", "BH-10", ".circus", ANY),
    lesson("wait", "BH-3", "[aria-labelledby=ranking]", WAITING),
    lesson("exchange", "BH-9", ".ask"),
    lesson("drive", "BH-2", ".hands, .choice"),
    lesson("walls", "BH-1", ".circus", { asks: ["drive"] }),
    lesson("refill", "BH-4", ".ask"),
    lesson("accident", "BH-8", ".hands", offers("accident")),
    lesson("collide", "BH-6", ".choice", offers("collide")),
    lesson("whip", "BH-5", ".ask"),
    lesson("loss", "BH-5", ".ask"),
    lesson("play_on", "variant 3", ".ask", { asks: ["play_on"], within: (options) => options.club === true }),
    lesson("out", "BH-15", "[aria-labelledby=ranking]", {
      when: ({ view }) => chariots(view).some(({ status }) => GONE.includes(status)),
    }),
    lesson("end", "BH-10", "[aria-labelledby=ranking]", END),
  ],
  bacchanalia: [
    lesson("welcome", "BC-23", ".safety", ANY),
    lesson("hand_out", "BC-2", ".ask"),
    lesson("wait", "BC-28", ".story", WAITING),
    lesson("introduction", "BC-3", ".desk"),
    lesson("draw", "BC-5", ".ask"),
    lesson("ruling", "BC-8", ".ruling", {
      when: ({ view, decision }) => view.running.ruling !== null && RULED.includes(decision?.kind ?? ""),
    }),
    lesson("sacrifice", "BC-6", ".ask"),
    lesson("pass_bacchus", "BC-9", ".ask"),
    lesson("cards", "BC-10", ".ask", { asks: ["pay_tie", "take"] }),
    lesson("scene", "BC-16", ".desk"),
    lesson("lock", "BC-15", ".lock"),
    lesson("question", "BC-13", ".desk", { asks: ["ask", "reply"] }),
    lesson("arrival", "BC-13", ".desk"),
    lesson("react", "BC-22", ".ask", { asks: ["react", "vote"] }),
    lesson("parcae", "BC-4", ".parcae", { when: ({ view }) => view.parcae > 0 }),
    lesson("ending", "BC-18", ".ask", { asks: ["choose_ending", "leave_bacchus"] }),
    lesson("clock", "BC-20", ".ask", { asks: ["clock"], within: (options) => options.length === "time" }),
    lesson("end", "BC-26", ".story", END),
  ],
};
