// What of a table is drawn: states as they are played, one after the other, each with what travels and what is heard.
import type { PageGame, Wire } from "./game";
import { Queue, type Step } from "./queue.svelte";
import { settings } from "./settings.svelte";
import { sound } from "./sounds";
import type { LiveTable } from "./table.svelte";
import { prepared, sightsOf, type Move } from "./travel";
import type { Data, DecisionTold, State } from "./types";

const SHORT = 350;
const EACH_MORE = 50;
const LONG = 600;

interface Drawn {
  game: State;
  events: Data[];
  fresh: Data[];
  moves: Move[];
}

export class Playhead {
  /** The board, and the layer in which things fly over it. */
  board: HTMLElement | null = null;
  layer: HTMLElement | null = null;
  private readonly queue: Queue<Drawn>;
  private latest: State;
  private flights = 0;

  constructor(
    private readonly table: LiveTable,
    private readonly share: PageGame<Wire> | null,
  ) {
    this.queue = new Queue<Drawn>(speed, (_, step, lasts) => this.perform(step, lasts));
    this.latest = table.game!;
    this.queue.begin(this.drawn(this.latest, [], []));
    table.follow((state, fresh) => this.take(state, fresh));
  }

  get game(): State {
    return this.queue.shown!.game;
  }
  /** All that happened up to what is drawn. */
  get events(): Data[] {
    return this.queue.idle ? this.table.events : this.queue.shown!.events;
  }
  /** What is asked, once everything that led to it has been seen. */
  get decision(): DecisionTold | null {
    return this.queue.idle ? this.game.decision : null;
  }
  get playing(): boolean {
    return !this.queue.idle;
  }

  skip(): void {
    this.queue.skip();
    this.land();
  }

  /** Nothing is left in the air. */
  land(): void {
    this.flights++;
    this.layer?.replaceChildren();
  }

  close(): void {
    this.table.follow(null);
    this.queue.close();
  }

  /** `fresh` are the events that led to a state from the one before; null for somebody who has just come (back). */
  private take(state: State, fresh: Data[] | null): void {
    const before = this.latest;
    this.latest = state;
    if (fresh === null || document.hidden) {
      this.queue.begin(this.drawn(state, [], []));
      return;
    }
    const moves = fresh.flatMap((event) => this.share?.choreography?.(event, state.view, before.view) ?? []);
    const looked = Math.max(0, ...fresh.map((event) => this.share?.lasts?.(event) ?? 0));
    const flying = moves.length ? Math.min(LONG, SHORT + EACH_MORE * (moves.length - 1)) : 0;
    this.queue.take({ state: this.drawn(state, fresh, moves), lasts: Math.max(looked, flying) });
  }

  private drawn(game: State, fresh: Data[], moves: Move[]): Drawn {
    return { game, events: this.table.events, fresh, moves };
  }

  /** The page is drawn a moment after this: until then everything is still where it was. What flies is measured
   *  in the next frame and made in the one after: all of it together would be too long for one. */
  private perform({ state: { fresh, moves } }: Step<Drawn>, lasts: number): void {
    for (const event of fresh) {
      const sign = this.share?.signs?.[String(event.kind)];
      if (sign) sound.play(sign);
    }
    this.land(); // what was shown before has had its time
    const { board, layer, flights } = this;
    if (!board || !layer || !lasts || !moves.length) return;
    const before = sightsOf(board, moves);
    const inNextFrame = (then: () => void) =>
      requestAnimationFrame(() => {
        if (flights === this.flights) then();
      });
    inNextFrame(() => inNextFrame(prepared(board, layer, before, moves, lasts)));
  }
}

function speed(): number {
  return settings.still || settings.speed === 0 ? Infinity : settings.speed;
}
