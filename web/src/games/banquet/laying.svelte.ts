// How the lead lays its three cards: a card that is touched goes to the first free plate, one that is dragged to the
// plate it is brought to. A plate that is touched takes the card laid last, or gives its own back.
import { PLACE_NAMES, type Assign, type Place } from "./types";

export class Laying {
  /** The slot whose card lies on each plate. */
  on = $state<Partial<Record<Place, number>>>({});
  private last = $state<number | null>(null);

  placeOf(slot: number): Place | null {
    return PLACE_NAMES.find((place) => this.on[place] === slot) ?? null;
  }

  get free(): Place | null {
    return PLACE_NAMES.find((place) => this.on[place] === undefined) ?? null;
  }

  get slots(): number[] {
    return Object.values(this.on).sort();
  }

  /** From which slot each plate has its card, once all three have one. */
  get complete(): Assign | null {
    const { discard, keep, gift } = this.on;
    if (discard === undefined || keep === undefined || gift === undefined) return null;
    return { kind: "assign", discard, keep, gift };
  }

  touch(slot: number): void {
    const place = this.placeOf(slot);
    if (place) this.takeBack(place);
    else if (this.free) this.bring(slot, this.free);
  }

  /** Onto a plate; what lay there goes to where this one came from. */
  bring(slot: number, place: Place): void {
    const [from, there] = [this.placeOf(slot), this.on[place]];
    const rest = { ...this.on, [place]: slot };
    if (from && from !== place) {
      if (there === undefined) delete rest[from];
      else rest[from] = there;
    }
    this.on = rest;
    this.last = slot;
  }

  touchPlate(place: Place): void {
    const there = this.on[place];
    if (there === undefined) {
      if (this.last !== null && this.placeOf(this.last)) this.bring(this.last, place);
    } else if (there === this.last) this.last = null;
    else this.takeBack(place);
  }

  takeBack(place: Place): void {
    this.on = Object.fromEntries(Object.entries(this.on).filter(([taken]) => taken !== place));
    this.last = null;
  }

  clear(): void {
    this.on = {};
    this.last = null;
  }
}
