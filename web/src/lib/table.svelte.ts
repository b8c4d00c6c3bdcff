// One table as this viewer knows it: what was told, the log, the talk, what was refused.
import { Problem, log as readLog } from "./api";
import { freshBits, hex, unhex } from "./bytes";
import { sha256 } from "./sha256";
import { TableLine, type Line, type Presence } from "./socket";
import { LocalLine } from "../offline/line";
import { isLocal } from "../offline/local";
import type { ChatLine, Data, Down, HintsTold, HintWaits, State, TableTold } from "./types";

const LUCK = "triclinium-luck-";
/** Where the log cannot be read just now, and after how many milliseconds it is tried again. */
const LATER = ["refused.too_fast", "refused.busy"];
const PAUSE = 1000;

/** `fresh` is null where it is not known what led to a state: after a broken line, or when words have changed. Then the
 *  state is told again when the log has been read. */
export type Follower = (state: State, fresh: Data[] | null) => void;

export class LiveTable {
  told = $state<TableTold | null>(null);
  game = $state.raw<State | null>(null);
  events = $state.raw<Data[]>([]);
  chat = $state<ChatLine[]>([]);
  refused = $state<{ key: string; rule: string; arguments: Data } | null>(null);
  presence = $state<Presence>("connecting");
  closedBy = $state(0);
  clockAt = $state(0);
  hints = $state.raw<HintsTold | null>(null);
  /** A hint that comes later, and how many are before it. */
  hintWaits = $state.raw<HintWaits | null>(null);
  private follower: Follower | null = null;
  private readonly line: Line;
  private retold = 0;
  private luckShown = false;
  private readings = 0;
  /** What came while the log is being read; null where it is not. */
  private meanwhile: State[] | null = null;

  /** One seat of several at this screen has a line of its own; else the table knows which seat is ours. */
  constructor(
    readonly id: string,
    readonly seat: number | null = null,
  ) {
    const hear = (message: Down) => this.hear(message);
    const presence = (presence: Presence, code: number) => {
      this.presence = presence;
      this.closedBy = code;
    };
    this.line = isLocal(id) ? new LocalLine(id, hear, presence) : new TableLine(id, hear, presence, seat);
  }

  /** Whoever plays what happens hears of every state, with the events that led to it. */
  follow(follower: Follower | null): void {
    this.follower = follower;
  }

  say(message: Data): void {
    this.refused = null;
    this.line.say(message);
  }

  /** Say something that is no deed of the viewer: what was refused before stays to be read. */
  quietly(message: Data): void {
    this.line.say(message);
  }

  answer(answer: Data): void {
    const decision = this.game?.decision;
    if (decision) this.say({ type: "answer", decision: decision.id, answer });
  }

  /** Ready to begin, with 128 bits of our own luck: committed to now, shown once everybody has committed.
   *  Said twice it commits to the same bits: else the share that is shown would not be the one the table knows of. */
  ready(): void {
    const told = this.told;
    if (!told || told.you.seat === null) return;
    const key = luckKey(told.id, told.you.seat);
    const value = sessionStorage.getItem(key) ?? freshBits();
    sessionStorage.setItem(key, value);
    this.say({ type: "ready", commitment: committed(told.id, told.you.seat, value) });
  }

  close(): void {
    this.readings++; // nobody waits for what is still being read
    this.line.close();
  }

  private hear(message: Down): void {
    switch (message.type) {
      case "table":
        // Who had their words deleted had their lines deleted, too: what is left is told anew.
        if (this.told && message.retold > this.told.retold) this.chat = [];
        this.told = message;
        this.showLuck(message);
        break;
      case "state":
        this.take(message);
        break;
      case "chat":
        this.chat = [
          ...this.chat.filter((old) => !message.lines.some((line) => line.number === old.number)),
          ...message.lines,
        ];
        break;
      case "refused":
        this.refused = { key: message.key, rule: message.rule ?? "", arguments: message.arguments ?? {} };
        break;
      case "resync":
        this.refused = { key: message.key, rule: "", arguments: {} };
        break;
      case "hint_waits":
        this.hintWaits = message;
        break;
      case "hints":
        this.hintWaits = null;
        this.hints = message;
    }
  }

  private take(told: State): void {
    const state = merged(this.game, told);
    if (state === null) {
      this.line.reconnect();
      return;
    }
    this.clockAt = Date.now();
    const retold = this.told?.retold ?? 0;
    const follows = told.since !== null && retold === this.retold && state.events_at === this.events.length;
    if (retold !== this.retold || (state.events_at > this.events.length && !this.meanwhile)) {
      this.retold = retold;
      void this.catchUp();
    } else if (state.events_at <= this.events.length) this.events = withNews(this.events, state);
    this.meanwhile?.push(state);
    this.game = state;
    this.follower?.(state, follows ? state.events : null);
  }

  /** Read the whole log: some of it was never heard, or words in it have changed since. Whatever comes meanwhile is put
   *  behind it; were the log read again for each of it, a quick game would never be caught up with. */
  private async catchUp(): Promise<void> {
    const reading = ++this.readings;
    this.meanwhile = [];
    try {
      const { events } = await readLog(this.id, this.seat);
      if (reading !== this.readings) return; // a later one is under way, and words may have changed between them
      this.events = this.meanwhile.reduce(withNews, events);
      this.meanwhile = null;
      // The line was cut while it was read, and what happened until it held again is in neither.
      if (this.game && this.game.events_at > this.events.length) return await this.catchUp();
      if (this.game) this.follower?.(this.game, null);
    } catch (problem) {
      if (reading !== this.readings) return;
      this.events = []; // it may hold words that are under a veil by now
      if (this.game) this.follower?.(this.game, null);
      if (problem instanceof Problem && LATER.includes(problem.key)) {
        setTimeout(() => reading === this.readings && this.catchUp(), PAUSE);
        return;
      }
      this.meanwhile = null; // the next state reads it again
      if (!(problem instanceof Problem)) throw problem;
    }
  }

  /** Show our share once all have committed: once, although the table tells of everybody else's too, and only the one it knows of. */
  private showLuck(told: TableTold): void {
    const seat = told.you.seat;
    // A server that still waits for somebody refused it, or never had it: it has to be shown again.
    if (told.phase === "waiting") this.luckShown = false;
    if (told.phase !== "gathering" || seat === null || told.luck.values[seat] !== null || this.luckShown) return;
    const value = sessionStorage.getItem(luckKey(told.id, seat));
    if (value === null || told.luck.shares[seat] !== committed(told.id, seat, value)) return;
    this.luckShown = true;
    this.line.say({ type: "reveal", value });
  }
}

/** A state, with what has not changed in its view taken from the one we have; null if it is about another one. */
export function merged(known: State | null, told: State): State | null {
  if (told.since === null) return told;
  if (told.since !== known?.version) return null;
  return { ...told, view: { ...(known.view as Data), ...(told.view as Data) } };
}

/** The log with what a state brings; one that comes after a gap brings nothing. */
function withNews(events: Data[], { events_at, events: news }: State): Data[] {
  return events_at <= events.length ? [...events.slice(0, events_at), ...news] : events;
}

function luckKey(table: string, seat: number): string {
  return `${LUCK}${table}-${seat}`;
}

function committed(table: string, seat: number, value: string): string {
  const label = new TextEncoder().encode(`triclinium seat ${seat} ${table}\n`);
  return hex(sha256(new Uint8Array([...label, ...unhex(value)])));
}
