// Moves that come in one breath are shown one after the other; a crash bursts where the wall was hit.
import { settings } from "../../lib/settings.svelte";
import type { Pose } from "./geometry";
import { moveBefore, wreckPose } from "./race";
import type { Driver, Event, View } from "./types";

const PACE = 550;
const LATEST = 3000;
const LIES_FOR = 2700;

export interface Wrecked {
  key: number;
  pose: Pose;
  driver: Driver | null;
  delay: number;
}

export class Moves {
  /** By how much each chariot sets off later. */
  delays = $state<number[]>([]);
  wrecks = $state<Wrecked[]>([]);
  private seen = -1;
  private freeAt = 0;

  follow(events: Event[], view: View): void {
    const from = this.seen;
    if (from >= 0 && events.length > from)
      events.slice(from).forEach((event, n) => this.show(events, from + n, event, view));
    this.seen = events.length;
  }

  private show(events: Event[], at: number, event: Event, view: View): void {
    if (event.kind !== "chariot_moved" && event.kind !== "chariot_set_down" && event.kind !== "chariot_crashed") return;
    const now = performance.now();
    const delay = settings.still ? 0 : Math.min(LATEST, Math.max(0, this.freeAt - now));
    this.freeAt = now + delay + PACE;
    const { chariot } = event;
    if (event.kind !== "chariot_crashed") {
      this.delays[chariot] = delay;
      return;
    }
    const fatal = moveBefore(events, at, chariot);
    if (!fatal) return;
    const pose = wreckPose(view.table.track, fatal);
    this.wrecks = [...this.wrecks, { key: at, pose, driver: view.chariots[chariot]?.driver ?? null, delay }];
    setTimeout(() => (this.wrecks = this.wrecks.filter(({ key }) => key !== at)), delay + LIES_FOR);
  }
}
