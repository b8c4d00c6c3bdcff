// What the board reads out of a view, a decision and the events of a race.
import { entriesOf } from "../../lib/entries";
import { words } from "../../lib/words.svelte";
import { placed, type Pose } from "./geometry";
import {
  MISHAPS,
  RULERS,
  type Card,
  type Collide,
  type Crash,
  type Deck,
  type Drive,
  type Event,
  type Fight,
  type Placement,
  type Side,
  type Speed,
  type Track,
  type Verdict,
} from "./types";

/** How a placement is marked: its verdict, or that a duty forbids it, or that only the table can judge it. */
export type Mark = Verdict | "duty" | "unlisted";
/** A placement that is listed, or one of free steering, which only the table can judge. */
export type Shown = Omit<Placement, "verdict"> & { verdict: Verdict | null };
export interface CardRead {
  deck: Deck;
  speed: Speed | null;
  horseshoe: boolean;
  range: string | null;
}

export function readCard(card: Card): CardRead {
  const [deck, kind, rest] = card.split(" ") as [Deck, Speed | "accident", string | undefined];
  if (kind === "accident") return { deck, speed: null, horseshoe: false, range: rest!.replace("-", "–") };
  return { deck, speed: kind, horseshoe: rest === "horseshoe", range: null };
}

/** The cards of a hand one by one, in the order of their kinds. */
export function cardsIn(hand: Partial<Record<Card, number>>): Card[] {
  return entriesOf(hand).flatMap(([card, count]) => Array.from({ length: count }, () => card));
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

export function markOf(placement: Shown): Mark {
  if (placement.verdict === null) return "unlisted";
  return placement.verdict === "safe" && !placement.allowed ? "duty" : placement.verdict;
}

/** The verdict on a placement in words, with whom it concerns. */
export function verdictName(placement: Shown, chariots: string[], duty: Side | null): string {
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
export function answerOf(card: Card, placement: Shown): Drive | Collide | Crash {
  const played = { card, a: placement.a, b: placement.b };
  if (placement.verdict === "collision") return { kind: "collide", ...played, rival: placement.chariots[0]! };
  return { kind: placement.verdict === "crash" ? "crash" : "drive", ...played };
}

/** Any two angles of free steering, drawn from the integers of the rules but not judged here. */
export function unlisted(from: Pose, card: Card, a: number, b: number): Shown {
  const move = placed(from, RULERS[readCard(card).speed!], a, b);
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
export function poseBefore(events: Event[], chariot: number, at: number): Pose | null {
  for (let n = at - 1; n >= 0; n--) {
    const event = events[n]!;
    if (!("chariot" in event) || event.chariot !== chariot) continue;
    if (event.kind === "start_thrown") return { x: event.x, y: event.y, heading: 0 };
    if (event.kind === "chariot_moved" || event.kind === "chariot_set_down") {
      return { x: event.x, y: event.y, heading: event.heading };
    }
  }
  return null;
}

/** The last speed card played before a point of the log, by anybody or by one chariot. */
export function moveBefore(events: Event[], at: number, chariot: number | null = null): Move | null {
  for (let n = at - 1; n >= 0; n--) {
    const event = events[n]!;
    if (event.kind === "race_began") return null;
    if (event.kind !== "speed_played" || (chariot !== null && event.chariot !== chariot)) continue;
    const from = poseBefore(events, event.chariot, n);
    const speed = readCard(event.card).speed;
    if (from === null || speed === null) return null;
    const move = placed(from, RULERS[speed], event.a, event.b);
    return { chariot: event.chariot, from, ruler: move.ruler, a: event.a, to: move.pose };
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
  card: Card | null;
  throws: Throw[];
  /** How many accidents were played before: it picks the same small story for everybody. */
  before: number;
  said: Event[];
}

const BEGINS = {
  whip_announced: "whip",
  collision_declared: "collision",
  accident_played: "accident",
  repair_played: "accident",
} as const;
type Beginning = Extract<Event, { kind: keyof typeof BEGINS }>;
const begins = (event: Event): event is Beginning => event.kind in BEGINS;
const TELLS = new Set<Event["kind"]>([
  "fight_tied",
  "whip_won",
  "collision_won",
  "accident_good",
  "accident_bad",
  "turn_will_be_lost",
]);

/** The last whip, collision or accident with its dice, unless two rounds have begun since. */
export function lastThrows(events: Event[]): Throws | null {
  let rounds = 0;
  for (let n = events.length - 1; n >= 0 && rounds < 2; n--) {
    const event = events[n]!;
    if (event.kind === "round_began") rounds++;
    if (begins(event)) return throwsFrom(events, n, event);
  }
  return null;
}

/** The dice of a fight that a view tells of, where its events are not at hand. */
export function throwsIn(fight: Fight): Throws | null {
  if (fight.kind === null || fight.attacker === null) return null;
  const dice: [number | null, number][] = [
    [fight.attacker, fight.attacker_die],
    [fight.defender, fight.defender_die],
  ];
  return {
    kind: fight.kind,
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
export function mishapKey(card: Card, before: number): string {
  return `accident.${card.slice(-1)}.${(before % MISHAPS) + 1}`;
}

function throwsFrom(events: Event[], at: number, first: Beginning): Throws {
  const found: Throws = {
    kind: BEGINS[first.kind],
    chariot: first.chariot,
    rival: "rival" in first ? first.rival : null,
    card: "card" in first ? first.card : null,
    throws: [],
    before: events.slice(0, at).filter((event) => begins(event) && BEGINS[event.kind] === "accident").length,
    said: [first],
  };
  for (const event of events.slice(at + 1)) {
    if (event.kind === "turn_began" || event.kind === "round_began") break;
    if (event.kind === "fight_thrown") {
      const { chariot, die, horseshoes, total } = event;
      found.throws.push({ chariot, die, horseshoes, total });
    } else if (TELLS.has(event.kind)) found.said.push(event);
    if (event.kind === "accident_good" || event.kind === "accident_bad") {
      found.throws.push({ chariot: event.chariot, die: event.die, horseshoes: 0, total: event.die });
      break;
    }
  }
  return found;
}
