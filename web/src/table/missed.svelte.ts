// What happened while nobody looked at this table from here.
import { keepSeen, seenSoFar } from "../lib/presence";
import type { LiveTable } from "../lib/table.svelte";
import { weightiest } from "../lib/telling";
import type { Data } from "../lib/types";

const FEW = 4;

export class Missed {
  private here = $state(!document.hidden);
  private back = $state(0);
  /** The events between which we were away; the end is not known before the table has told us where it stands. */
  private from = $state(-1);
  private until = $state(-1);
  /** The weightiest of it. */
  readonly events: Data[] = $derived.by(() => {
    if (this.until - this.from < FEW) return [];
    return weightiest(this.table.told!.game, this.table.events.slice(this.from, this.until));
  });

  /** Made by a component: it looks for as long as that one is there. */
  constructor(private readonly table: LiveTable) {
    $effect(() => {
      if (!this.here || this.until >= 0 || table.presence !== "open" || !table.events.length) return;
      if (table.clockAt < this.back) return;
      this.from = Math.min(seenSoFar(table.id, this.seat) ?? table.events.length, table.events.length);
      this.until = table.events.length;
    });
    $effect(() => {
      if (this.here && this.until >= 0) keepSeen(table.id, this.seat, table.events.length);
    });
  }

  /** The page was turned to, or away from. */
  look(): void {
    this.here = !document.hidden;
    if (!this.here) return;
    this.until = -1;
    // A line that stayed open has told all there is; a new one has yet to begin.
    this.back = this.table.presence === "open" ? 0 : Date.now();
  }

  putAway(): void {
    this.from = this.until;
  }

  private get seat(): number | null {
    return this.table.told?.you.seat ?? null;
  }
}
