// Friends at one screen: each seat has a line of its own to the table, and only the person who looks sees theirs.
import { LiveTable } from "../lib/table.svelte";

const KEPT = "triclinium-screen-";

/** Remember which seats of a table are played at this screen. */
export function keepScreen(table: string, seats: number[]): void {
  if (seats.length > 1) localStorage.setItem(KEPT + table, JSON.stringify(seats));
}

/** The seats of a table that are played at this screen; none when only one person plays here. */
export function screenOf(table: string): number[] {
  return JSON.parse(localStorage.getItem(KEPT + table) ?? "[]") as number[];
}

export class Screen {
  readonly lines: LiveTable[];
  /** The seat whose person has the screen and has said so. */
  private seated = $state<number | null>(null);
  private last = $state(-1);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  private readonly said = new Map<number, boolean>();

  constructor(id: string, seats: number[]) {
    this.lines = seats.map((seat) => new LiveTable(id, seat));
  }

  /** The lines that still lead to a seat of ours: one may have been handed on. */
  get here(): LiveTable[] {
    const open = this.lines.filter((line) => line.presence !== "closed");
    return open.length ? open : this.lines;
  }

  /** A line for what everybody may know. */
  get front(): LiveTable {
    return this.here[0]!;
  }

  get over(): boolean {
    return this.front.told?.phase === "over";
  }

  /** Who of us is to answer, whoever comes next round the table first; a sealed answer is given. */
  get asked(): number[] {
    const owing = this.here.filter(({ game }) => game?.decision && !game.sealed).map((line) => line.seat!);
    return [...owing.filter((seat) => seat > this.last), ...owing.filter((seat) => seat <= this.last)];
  }

  /** The line whose view may be drawn; none while the curtain is closed. */
  get shown(): LiveTable | null {
    const line = this.here.find(({ seat }) => seat === this.seated) ?? null;
    if (this.over) return line ?? this.front;
    const asked = this.asked;
    return line && (asked.length === 0 || asked.includes(line.seat!)) ? line : null;
  }

  sit(seat: number): void {
    this.seated = seat;
    this.last = seat;
  }

  /** Close the curtain; it opens again only for somebody who says who they are. */
  draw(): void {
    if (!this.over) this.seated = null;
  }

  /** All of us begin, or wait, with the first; each says so once, however often the table tells of the others. */
  keepStep(): void {
    const { told } = this.front;
    if (!told || told.phase !== "waiting") return;
    const wanted = told.seats[this.front.seat!]!.ready;
    for (const line of this.here.slice(1)) {
      if (!line.told || this.said.get(line.seat!) === wanted) continue;
      if (line.told.seats[line.seat!]!.ready === wanted) continue;
      this.said.set(line.seat!, wanted);
      if (wanted) line.ready();
      else line.say({ type: "not_ready" });
    }
  }

  close(): void {
    for (const line of this.lines) line.close();
  }
}
