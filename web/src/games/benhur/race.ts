// What the board reads out of a view, a decision and the events of a race.
import type { Data, Json } from "../../lib/types";
import { words } from "../../lib/words.svelte";
import { RULERS, placed, type Pose } from "./geometry";

export const LETTERS: Record<string, string> = {
  ben_hur: "B",
  messala: "M",
  cleanthes: "A",
  byzantium: "Z",
  corinth: "K",
  sidon: "S",
};
export const COLOURS: Record<string, string> = {
  ben_hur: "#f4f1e8",
  messala: "#8c1c13",
  cleanthes: "#1f5673",
  byzantium: "#c8961e",
  corinth: "#3f6b35",
  sidon: "#5b2a6e",
};
export const inkOf = (driver: string | null) =>
  driver === null || driver === "ben_hur" || driver === "byzantium" ? "#2a1f14" : "#f4f1e8";
export const colourOf = (driver: string | null) => COLOURS[driver ?? "ben_hur"]!;
export const letterOf = (driver: string | null) => (driver === null ? "?" : LETTERS[driver]!);
export const NUMERALS = ["I", "II", "III", "IV", "V", "VI"];

export interface Track {
  axis: number;
  middle: number;
  outer: number;
  line: number;
  places: [number, number][];
}
export interface ChariotSeen extends Pose {
  seat: number;
  driver: string | null;
  status: string;
  lap: number;
  owes_turn: boolean;
  contact: number[];
  duty: { to: number; side: "left" | "right" } | null;
  hand: Record<string, number>;
  laurels: number[];
}
export type Verdict = "safe" | "collision" | "blocked" | "crash";
/** How a placement is marked: its verdict, or that a duty forbids it, or that only the table can judge it. */
export type Mark = Verdict | "duty" | "unlisted";
export interface Placement {
  a: number;
  b: number;
  verdict: Verdict | null;
  chariots: number[];
  allowed: boolean;
  ruler: [number, number, number, number];
  pose: [number, number, number];
}
export interface Preview {
  chariot: number;
  duty: "left" | "right" | null;
  cards: { card: string; placements: Placement[] }[];
}
export interface CardRead {
  deck: string;
  speed: string | null;
  horseshoe: boolean;
  range: string | null;
}

export function readCard(card: string): CardRead {
  const [deck, kind, rest] = card.split(" ") as [string, string, string | undefined];
  if (kind === "accident") return { deck, speed: null, horseshoe: false, range: rest!.replace("-", "–") };
  return { deck, speed: kind, horseshoe: rest === "horseshoe", range: null };
}

/** The cards of a hand one by one, in the order of their kinds. */
export function cardsIn(hand: Record<string, number>): string[] {
  return Object.entries(hand).flatMap(([card, count]) => Array.from({ length: count }, () => card));
}

/** What each chariot is called: its driver, then its player; chariots go round the seats (BH-11). */
export function chariotNames(chariots: ChariotSeen[], names: string[]): string[] {
  return chariots.map(({ driver }, number) => {
    const seat = names[number % names.length] ?? "";
    if (driver !== null) return words.say("chariot.driven", { driver: words.name("driver", driver), seat });
    return chariots.length > names.length
      ? words.say("chariot.numbered", { seat, number: Math.floor(number / names.length) + 1 })
      : seat;
  });
}

function degrees(value: number): { said: string; side: string } {
  const side = value > 0 ? "left" : value < 0 ? "right" : "straight";
  return { said: words.say(`degrees.${side}`, { number: Math.abs(value) }), side };
}

export const angleName = (value: number) => degrees(value).said;

/** A placement's spoken name. */
export function placementName(a: number, b: number): string {
  const [ruler, chariot] = [degrees(a), degrees(b)];
  return words.say("placement.free", { a: ruler.said, a_is: ruler.side, b: chariot.said, b_is: chariot.side });
}

export function markOf(placement: Placement): Mark {
  if (placement.verdict === null) return "unlisted";
  return placement.verdict === "safe" && !placement.allowed ? "duty" : placement.verdict;
}

/** The verdict on a placement in words, with whom it concerns. */
export function verdictName(placement: Placement, chariots: string[], duty: string | null): string {
  const mark = markOf(placement);
  if (mark === "unlisted") return words.say("page.benhur.table_judges");
  if (mark === "duty")
    return words.say("page.benhur.duty_forbids", { duty: words.say("ui.duty", { side: duty ?? "left" }) });
  if (mark === "crash" && !placement.allowed) return words.say("page.benhur.crash_not_now");
  if (mark === "crash" || mark === "safe") return words.name("verdict", mark);
  const met = placement.chariots.map((chariot) => chariots[chariot] ?? "?");
  return words.say(`page.benhur.${mark}_by`, { chariots: met });
}

/** The answer that plays a card with a placement; what is not listed is sent as a drive, and the table judges it. */
export function answerOf(card: string, placement: Placement): Data {
  const played = { card, a: placement.a, b: placement.b };
  if (placement.verdict === "collision") return { kind: "collide", ...played, rival: placement.chariots[0]! };
  return { kind: placement.verdict === "crash" ? "crash" : "drive", ...played };
}

/** Any two angles of free steering, drawn from the integers of the rules but not judged here. */
export function unlisted(from: Pose, card: string, a: number, b: number): Placement {
  const move = placed(from, RULERS[readCard(card).speed!]!, a, b);
  return {
    a,
    b,
    verdict: null,
    chariots: [],
    allowed: true,
    ruler: move.ruler,
    pose: [move.pose.x, move.pose.y, move.pose.heading],
  };
}

// --- Out of the events -------------------------------------------------------------------------------

export interface Move {
  chariot: number;
  from: Pose;
  ruler: [number, number, number, number];
  a: number;
  to: Pose;
}

/** Where a chariot stood before an event. */
function poseBefore(events: Data[], chariot: Json, at: number): Pose | null {
  for (let n = at - 1; n >= 0; n--) {
    const event = events[n]!;
    if (event.chariot !== chariot) continue;
    if (event.kind === "start_thrown") return { x: event.x as number, y: event.y as number, heading: 0 };
    if (event.kind === "chariot_moved" || event.kind === "chariot_set_down") {
      return { x: event.x as number, y: event.y as number, heading: event.heading as number };
    }
  }
  return null;
}

/** The last speed card played before a point of the log, by anybody or by one chariot. */
export function moveBefore(events: Data[], at: number, chariot: number | null = null): Move | null {
  for (let n = at - 1; n >= 0; n--) {
    const event = events[n]!;
    if (event.kind === "race_began") return null;
    if (event.kind !== "speed_played" || (chariot !== null && event.chariot !== chariot)) continue;
    const from = poseBefore(events, event.chariot!, n);
    const speed = readCard(event.card as string).speed;
    if (from === null || speed === null) return null;
    const move = placed(from, RULERS[speed]!, event.a as number, event.b as number);
    return { chariot: event.chariot as number, from, ruler: move.ruler, a: event.a as number, to: move.pose };
  }
  return null;
}

/** Where on its way a chariot meets the wall, for the eye alone: the last place of the move that is still on the sand. */
export function wreckPose(track: Track, move: Move): Pose {
  const half = track.axis / 2;
  for (let share = 1; share > 0; share -= 0.05) {
    const x = Math.round(move.from.x + (move.to.x - move.from.x) * share);
    const y = Math.round(move.from.y + (move.to.y - move.from.y) * share);
    const away = Math.hypot(Math.max(0, Math.abs(x) - half), y);
    if (away > track.middle + 150 && away < track.outer - 150) return { x, y, heading: move.to.heading };
  }
  return move.from;
}

export interface Throw {
  chariot: number;
  die: number;
  horseshoes: number;
  /** Not known where only the dice of a view are. */
  total: number | null;
}
export interface Throws {
  kind: "whip" | "collision" | "accident";
  chariot: number;
  rival: number | null;
  card: string | null;
  throws: Throw[];
  /** How many accidents were played before: it picks the same small story for everybody. */
  before: number;
  said: Data[];
}

const MISHAPS = 5;
const BEGINS: Record<string, Throws["kind"]> = {
  whip_announced: "whip",
  collision_declared: "collision",
  accident_played: "accident",
  repair_played: "accident",
};
const TELLS = new Set([
  "fight_tied",
  "whip_won",
  "collision_won",
  "accident_good",
  "accident_bad",
  "turn_will_be_lost",
]);

/** The last whip, collision or accident with its dice, unless two rounds have begun since. */
export function lastThrows(events: Data[]): Throws | null {
  let rounds = 0;
  for (let n = events.length - 1; n >= 0 && rounds < 2; n--) {
    const event = events[n]!;
    if (event.kind === "round_began") rounds++;
    const kind = BEGINS[event.kind as string];
    if (kind) return throwsFrom(events, n, kind);
  }
  return null;
}

/** The dice of a fight that a view tells of, where its events are not at hand. */
export function throwsIn(fight: {
  kind: string | null;
  attacker: number | null;
  defender: number | null;
  attacker_die: number;
  defender_die: number;
}): Throws | null {
  if (fight.kind === null || fight.attacker === null) return null;
  const dice: [number | null, number][] = [
    [fight.attacker, fight.attacker_die],
    [fight.defender, fight.defender_die],
  ];
  return {
    kind: fight.kind === "whip" ? "whip" : "collision",
    chariot: fight.attacker,
    rival: fight.defender,
    card: null,
    throws: dice.flatMap(([chariot, die]) =>
      chariot === null || die === 0 ? [] : [{ chariot, die, horseshoes: 0, total: null }],
    ),
    before: 0,
    said: [],
  };
}

/** The key of a small story for an accident card. */
export function mishapKey(card: string, before: number): string {
  return `accident.${card.slice(-1)}.${(before % MISHAPS) + 1}`;
}

function throwsFrom(events: Data[], at: number, kind: Throws["kind"]): Throws {
  const first = events[at]!;
  const found: Throws = {
    kind,
    chariot: first.chariot as number,
    rival: (first.rival as number | undefined) ?? null,
    card: (first.card as string | undefined) ?? null,
    throws: [],
    before: events.slice(0, at).filter((event) => BEGINS[event.kind as string] === "accident").length,
    said: [first],
  };
  for (const event of events.slice(at + 1)) {
    if (event.kind === "turn_began" || event.kind === "round_began") break;
    if (event.kind === "fight_thrown") {
      found.throws.push({
        chariot: event.chariot as number,
        die: event.die as number,
        horseshoes: event.horseshoes as number,
        total: event.total as number,
      });
    } else if (TELLS.has(event.kind as string)) found.said.push(event);
    if (event.kind === "accident_good" || event.kind === "accident_bad") {
      found.throws.push({
        chariot: event.chariot as number,
        die: event.die as number,
        horseshoes: 0,
        total: event.die as number,
      });
      break;
    }
  }
  return found;
}
