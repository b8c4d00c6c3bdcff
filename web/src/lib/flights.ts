// What is seen of a step besides the board itself: things that fly over it, in a layer of their own, and what is heard.
import type { PageGame, Wire } from "./game";
import { settings } from "./settings.svelte";
import { sound } from "./sounds";
import { prepared, sightsOf, type Move } from "./travel";
import type { Data, Json } from "./types";

const SHORT = 350;
const EACH_MORE = 50;
const LONG = 600;
/** How many things set off in the same frame: each of them is a picture to be made. */
const IN_A_FRAME = 2;

type Share = PageGame<Wire> | null;

/** What travels between two views, and for how long the step is looked at. */
export function motionOf(share: Share, events: Data[], view: Json, before: Json): { moves: Move[]; lasts: number } {
  const moves = events.flatMap((event) => share?.choreography?.(event, view, before) ?? []);
  const looked = Math.max(0, ...events.map((event) => share?.lasts?.(event) ?? 0));
  const flying = moves.length ? Math.min(LONG, SHORT + EACH_MORE * (moves.length - 1)) : 0;
  return { moves, lasts: Math.max(looked, flying) };
}

/** How fast what happens is played, by the viewer's wish. */
export function wishedSpeed(): number {
  return settings.still || settings.speed === 0 ? Infinity : settings.speed;
}

export class Flights {
  /** The board, and the layer in which things fly over it. */
  board: HTMLElement | null = null;
  layer: HTMLElement | null = null;
  private number = 0;

  /** Nothing is left in the air. */
  land(): void {
    this.number++;
    this.layer?.replaceChildren();
  }

  /** The page is drawn a moment after this: until then everything is still where it was. What flies is measured as soon as
   *  that is done, at the latest before the next frame is painted, and made in the frame after: all of it together would be
   *  too long for one. */
  begin(moves: Move[], lasts: number): void {
    this.land(); // what was shown before has had its time
    const { board, layer, number } = this;
    if (!board || !layer || !lasts || !moves.length) return;
    const before = sightsOf(board, moves);
    const inNextFrame = (then: () => void) =>
      requestAnimationFrame(() => {
        if (number === this.number) then();
      });
    let measured = false;
    const measure = () => {
      if (measured || number !== this.number) return;
      measured = true;
      const flights = prepared(board, layer, before, moves, lasts);
      const on = () => {
        for (const begin of flights.splice(0, IN_A_FRAME)) begin();
        if (flights.length) inNextFrame(on);
      };
      inNextFrame(on);
    };
    setTimeout(measure);
    inNextFrame(measure);
  }
}

export function sounded(share: Share, events: Data[]): void {
  for (const event of events) {
    const sign = share?.signs?.[String(event.kind)];
    if (sign) sound.play(sign);
  }
}
