// What the guide has to say of this game.
import { ANY, END, WAITING, lessonsOf, type Lesson } from "../../guide/lessons";
import type { Shapes } from "./types";

const { lesson } = lessonsOf<Shapes>();

export const LESSONS: Lesson<Shapes>[] = [
  lesson("welcome", "BB-12", ".secret", ANY),
  lesson("belt", "BB-2", ".room", ANY),
  lesson("pick", "BB-1", ".ring"),
  lesson("assign", "BB-1", ".ask"),
  lesson("offer", "BB-8", ".ask"),
  lesson("answer", "BB-8", ".ask"),
  lesson("wait", "BB-21", ".log", WAITING),
  lesson("taste", "BB-9", ".ask"),
  lesson("initiative", "BB-3", ".ask"),
  lesson("window", "BB-4", ".ask", { asks: ["window"], within: (options) => options.privileges !== "none" }),
  lesson("dagger", "BB-13", ".room", {
    when: ({ view }) => view.seats.some((seat) => seat.accepted.dagger),
  }),
  lesson("burst", "BB-14", ".room", { when: ({ view }) => view.out.length > 0 }),
  lesson("end", "BB-12", ".room", END),
];
