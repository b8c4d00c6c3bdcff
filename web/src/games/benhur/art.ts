// What printed cards of Ben Hur show: the drivers' chariots, the horseshoe, and the sign of an accident.
import type { Drawing } from "../../lib/art";
import Badge from "./Badge.svelte";
import Horseshoe from "./Horseshoe.svelte";
import Sign from "./Sign.svelte";
import type { Driver } from "./types";

const DRIVERS: Driver[] = ["ben_hur", "messala", "cleanthes", "byzantium", "corinth", "sidon"];

export const drawings: Record<string, Drawing> = {
  ...Object.fromEntries(DRIVERS.map((driver) => [driver, { draws: Badge, props: { driver } }])),
  horseshoe: { draws: Horseshoe, props: {} },
  accident: { draws: Sign, props: { mark: "crash" }, frame: "-13 -13 26 26" },
};
