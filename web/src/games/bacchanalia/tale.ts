// What a bacchanal shows of itself, and what the page works out from it: stacks of Umbra, names, what can be quoted.
import { words } from "../../lib/words.svelte";
import {
  DEUS_NAMES,
  ID,
  type Card,
  type Deus,
  type Element,
  type Item,
  type Passage,
  type Seat,
  type View,
} from "./types";

/** A Deus card with the Umbra that lie on it. */
export interface Stack {
  deus: Deus;
  umbra: Card[];
  rules: boolean;
}

const honoured = (umbra: Card): Card => (umbra === "vinum_symbol" ? "vinum" : umbra);

/** The active player's Deus as they lay when the gods were honoured: cards that moved since are moved back. */
function deusThen(view: View, active: number): Partial<Record<Deus, number>> {
  const running = view.running;
  const then: Partial<Record<Deus, number>> = { ...view.seats[active]!.deus };
  const add = (deus: Deus, count: number) => (then[deus] = (then[deus] ?? 0) + count);
  for (const deus of running.put) add(deus, 1);
  if (running.minerva_left) add("minerva", -1);
  if (running.eye_used) add("minerva", -1);
  if (running.took) add(running.took, -1);
  if (running.bacchus_to !== null) add("bacchus", 1);
  return then;
}

/** Every Umbra of the turn laid where it honours: twins share evenly, the rest lies beside (BC-7). */
export function stacksOf(view: View): { stacks: Stack[]; beside: Card[] } {
  if (view.active === null) return { stacks: [], beside: [] };
  const held = deusThen(view, view.active);
  const locked = view.seats[view.active]!.locked;
  const hand = [...(locked === null ? [] : [locked]), ...view.running.drawn];
  const ruling = view.running.ruling;
  const stacks: Stack[] = [];
  for (const deus of DEUS_NAMES) {
    const copies: Stack[] = Array.from({ length: Math.max(0, held[deus] ?? 0) }, () => ({
      deus,
      umbra: [],
      rules: deus === ruling || (ruling === "tie" && view.running.level.includes(deus)),
    }));
    if (copies.length)
      hand
        .filter((one) => honoured(one) === deus)
        .forEach((one, number) => copies[number % copies.length]!.umbra.push(one));
    stacks.push(...copies);
  }
  const beside = hand.filter((one) => !stacks.some((stack) => stack.deus === honoured(one)));
  return { stacks, beside };
}

/** An Umbra where it lies. `at` says which of its kind it is, over the whole circle: so it is found when it flies. */
export interface Laid {
  card: Card;
  at: string;
}

export function placesOf({ stacks, beside }: { stacks: Stack[]; beside: Card[] }): {
  on: Partial<Record<Deus, Laid[]>>;
  beside: Laid[];
} {
  const counts: Partial<Record<Card, number>> = {};
  const place = (card: Card): Laid => {
    const number = counts[card] ?? 0;
    counts[card] = number + 1;
    return { card, at: `umbra:${card}:${number}` };
  };
  const on: Partial<Record<Deus, Laid[]>> = {};
  for (const { deus, umbra } of stacks) on[deus] = [...(on[deus] ?? []), ...umbra.map(place)];
  return { on, beside: beside.map(place) };
}

/** Why the ruling Deus rules, in one or two sentences, for those who are not asked to tell. */
export function whyRules(view: View): Item[] {
  const { ruling, level, symbol, won_tie } = view.running;
  if (ruling === null) return [];
  if (ruling === "tie") return [{ key: "guidance.tied", arguments: { cards: level } }];
  const number = Math.max(
    0,
    ...stacksOf(view)
      .stacks.filter((stack) => stack.deus === ruling)
      .map((stack) => stack.umbra.length),
  );
  if (!number) return ruling === "vinum" ? [{ key: "guidance.no_match", arguments: {} }] : [];
  const items: Item[] = [{ key: "guidance.rules", arguments: { card: ruling, number } }];
  if (won_tie) items.push({ key: "guidance.rules_by_satyrus", arguments: { card: "satyrus" } });
  if (symbol) items.push({ key: "guidance.symbol", arguments: {} });
  return items;
}

export function told(item: Item, names: string[]): string {
  return words.tell(ID, "guidance", item.key.replace("guidance.", ""), item.arguments, names);
}

/** Whatever names the characters. */
export type Named = { seats: Pick<Seat, "names">[] };

/** A character's name; before it has one, its player's. */
export function characterOf(view: Named, seat: number, names: string[]): string {
  return view.seats[seat]?.names.who ?? words.say("story.nameless", { seat: names[seat] ?? "" });
}

/** The form in which two texts are compared, as the rules do it. */
export function plainForm(text: string): string {
  return text.normalize("NFC").toLowerCase().normalize("NFC").split(/\s+/).filter(Boolean).join(" ");
}

export function within(part: string, whole: string): boolean {
  return plainForm(whole).includes(plainForm(part));
}

export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Something of the story that can be quoted. */
export interface Exhibit {
  element: Element;
  text: string;
  of: number;
  deus: Deus | null;
  quotedBy: number[];
  mine: boolean;
}

/** People, places and things told so far: what was named and what its teller marked. */
export function exhibitsOf(view: View): Exhibit[] {
  const found = new Map<string, Exhibit>();
  const show = (element: Element, text: string | null, of: number, deus: Deus | null = null) => {
    if (!text) return;
    const key = `${element} ${of} ${plainForm(text)}`;
    const quotedBy = view.quotes
      .filter((quote) => quote.of === of && quote.text !== null && plainForm(quote.text) === plainForm(text))
      .map((quote) => quote.seat);
    if (!found.has(key)) found.set(key, { element, text, of, deus, quotedBy, mine: inOwnScenes(view, text) });
  };
  for (const passage of view.story) {
    if (passage.part === "question") continue;
    if (passage.part === "who") show("person", passage.name, passage.seat);
    if (passage.part === "where" || passage.moved)
      show("place", passage.part === "where" ? passage.name : passage.place, passage.seat);
    for (const mark of passage.marks) show(mark.element, mark.text, passage.seat, mark.deus);
  }
  return [...found.values()];
}

/** All that a passage says: its text, its name, the place it leads to, what its teller marked. */
function saidIn(passage: Passage): string[] {
  const said = [
    passage.text,
    passage.name,
    passage.moved ? passage.place : null,
    ...passage.marks.map((mark) => mark.text),
  ];
  return said.filter((one) => one !== null);
}

/** Whether words stand in what a seat has told. */
export function standsWith(view: View, seat: number, text: string): boolean {
  return view.story.some((passage) => passage.seat === seat && saidIn(passage).some((one) => within(text, one)));
}

/** Whether words have been in the viewer's own scenes: then they are no quotation any more (BC-15). */
function inOwnScenes(view: View, text: string): boolean {
  const own = view.story.filter((passage) => passage.seat === view.seat && passage.turn < view.turn);
  const said = own.flatMap(saidIn);
  const quoted = view.quotes.some(
    (quote) => quote.seat === view.seat && quote.text !== null && plainForm(quote.text) === plainForm(text),
  );
  return quoted || said.some((one) => within(text, one));
}

/** Whom the active player can quote: others who told something in an earlier turn. */
export function quotableSeats(view: View): number[] {
  const tellers = view.story
    .filter((passage) => passage.turn < view.turn && passage.form !== "untold" && passage.part !== "question")
    .map((passage) => passage.seat);
  return [...new Set(tellers)].filter((seat) => seat !== view.active).sort();
}

/** Every place named so far, the latest first, without the one given. */
export function knownPlaces(view: View, offered: string[], here: string | null): string[] {
  const known = [...offered, ...view.story.map((passage) => passage.place).reverse()];
  const seen = new Set(here === null ? [] : [plainForm(here)]);
  return known.filter((place): place is string => {
    if (place === null || seen.has(plainForm(place))) return false;
    seen.add(plainForm(place));
    return true;
  });
}
