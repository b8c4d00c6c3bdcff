// What the guide has to say of this game.
import { ANY, END, WAITING, lessonsOf, type Lesson } from "../../guide/lessons";
import type { Decision, Shapes } from "./types";

const { lesson } = lessonsOf<Shapes>();
/** Decisions beside which the cards lie that say who rules. */
const RULED: (Decision["kind"] | undefined)[] = ["pass_bacchus", "pay_tie", "take", "scene"];

export const LESSONS: Lesson<Shapes>[] = [
  lesson("welcome", "BC-23", ".safety", ANY),
  lesson("hand_out", "BC-2", ".ask"),
  lesson("wait", "BC-28", ".story", WAITING),
  lesson("introduction", "BC-3", ".desk"),
  lesson("draw", "BC-5", ".ask"),
  lesson("ruling", "BC-8", ".ruling", {
    when: ({ view, decision }) => view.running.ruling !== null && RULED.includes(decision?.kind),
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
  lesson("end", "BC-26", ".book", END),
];
