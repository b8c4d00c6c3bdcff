// What the guide has to say of this game.
import { ANY, END, WAITING, lessonsOf, type Lesson } from "../../guide/lessons";
import type { Shapes, Status } from "./types";

const { lesson, offers } = lessonsOf<Shapes>();
const GONE: Status[] = ["crashed", "knocked_out", "hand_empty"];

export const LESSONS: Lesson<Shapes>[] = [
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
    when: ({ view }) => view.chariots.some(({ status }) => GONE.includes(status)),
  }),
  lesson("end", "BH-10", "[aria-labelledby=ranking]", END),
];
