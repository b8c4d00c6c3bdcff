// Who leaves the sand is still seen to leave it: home over the line in slow motion, or into a wall. The table has taken
// them off already; what is drawn here is how they went.
import { settings } from "../../lib/settings.svelte";
import type { Pose } from "./geometry";
import { moveBefore, poseBefore, wreckPose } from "./race";
import { BURST, INTO_THE_WALL, SLOW_MOTION } from "./tempo";
import type { Driver, Event, View } from "./types";

/** More news than this in one breath are those of somebody who has been away. */
const NEWS_MOST = 80;

export interface Leaving {
  /** The number of the event that tells of it. */
  key: number;
  home: boolean;
  driver: Driver | null;
  from: Pose;
  to: Pose;
}

export class Moves {
  leaving = $state.raw<Leaving[]>([]);
  /** Those who were set down by others when they last moved. */
  thrown = $state.raw<number[]>([]);
  private seen = -1;

  /** `since` is where the news begin for who looks back: only a step that follows the one before it is seen to happen. */
  follow(events: Event[], view: View, since: number = this.seen): void {
    const from = this.seen;
    this.seen = events.length;
    if (from < 0 || from !== since || events.length <= from || events.length - from > NEWS_MOST) return;
    const moved = events.slice(from).flatMap((event) => (event.kind === "chariot_moved" ? [event.chariot] : []));
    const set = events.slice(from).flatMap((event) => (event.kind === "chariot_set_down" ? [event.chariot] : []));
    if (moved.length || set.length) this.thrown = set;
    if (settings.still || settings.speed === 0) return;
    events.slice(from).forEach((event, n) => this.show(events, from + n, event, view));
  }

  /** What was slow is over: somebody would rather go on. */
  hurry(): void {
    if (this.leaving.some(({ home }) => home)) this.leaving = this.leaving.filter(({ home }) => !home);
  }

  private show(events: Event[], at: number, event: Event, view: View): void {
    const home = event.kind === "chariot_left" && event.status === "finished";
    if (!home && event.kind !== "chariot_crashed") return;
    const { chariot } = event;
    const drove = moveBefore(events, at, chariot);
    const from = drove?.from ?? poseBefore(events, chariot, at);
    if (!drove || !from) return;
    const to = home ? drove.to : wreckPose(view.table.track, drove);
    const driver = view.chariots[chariot]?.driver ?? null;
    this.leaving = [...this.leaving, { key: at, home, driver, from, to }];
    const lasts = (home ? SLOW_MOTION : INTO_THE_WALL + BURST) / settings.speed;
    setTimeout(() => (this.leaving = this.leaving.filter(({ key }) => key !== at)), lasts);
  }
}
