// The story in chapters, one for each turn, for those who read along and for the book at the end.
import { words } from "../../lib/words.svelte";
import { characterOf } from "./tale";
import { ID, type Passage, type PassagePart, type Quote, type Seat, type Table, type View } from "./types";

/** What a book shows of a view: all that a reader is given who was not there. */
export type Bound = Pick<View, "story" | "quotes"> & {
  table: Pick<Table, "title" | "edition">;
  seats: Pick<Seat, "names" | "outcome">[];
};

const SCENES: PassagePart[] = ["scene", "ending"];

export interface Chapter {
  turn: number;
  seat: number;
  scene: Passage | undefined;
  passages: Passage[];
  quotes: Quote[];
}

export function chaptersOf(view: Bound): Chapter[] {
  return [...new Set(view.story.map((passage) => passage.turn))].map((turn) => {
    const passages = view.story.filter((passage) => passage.turn === turn);
    const own = passages.filter((passage) => passage.part !== "question");
    const scene = own.find((passage) => SCENES.includes(passage.part));
    return {
      turn,
      seat: (scene ?? own[0] ?? passages[0])!.seat,
      scene,
      passages,
      quotes: view.quotes.filter((quote) => quote.turn === turn),
    };
  });
}

/** `number` counts the scenes alone, as the book does. */
export function headingOf(view: Bound, chapter: Chapter, number: number, names: string[]): string {
  const name = characterOf(view, chapter.seat, names);
  if (!chapter.scene) return words.say("story.introduction", { name });
  return chapter.scene.part === "ending"
    ? words.say("story.ending", { name })
    : words.say("story.chapter", { number, name });
}

/** How many scenes there are up to and with a chapter. */
export function numberOf(chapters: Chapter[], chapter: Chapter): number {
  return chapters.filter(({ scene, turn }) => scene?.part === "scene" && turn <= chapter.turn).length;
}

/** What stands above a passage; a scene needs nothing. */
export function labelOfPassage(view: Bound, passage: Passage, names: string[]): string {
  const name = characterOf(view, passage.seat, names);
  if (passage.part === "question") return words.tell(ID, "story", "bacchus_asks", { seat: passage.seat }, names);
  if (passage.part === "reply") return words.say("story.reply", { name });
  if (passage.part === "arrival") return words.say("story.bacchus_arrives");
  return SCENES.includes(passage.part) ? "" : words.name("question", passage.part);
}

export function quoteInWords(view: Bound, quote: Quote, names: string[]): string {
  const name = characterOf(view, quote.of, names);
  return quote.text === null
    ? words.say("story.quoted_aloud", { name })
    : words.say("story.quoted", { text: quote.text, name });
}
