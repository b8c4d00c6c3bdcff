// What of a table is drawn: states as they are played, one after the other, each with what travels and what is heard.
import { Flights, motionOf, sounded, wishedSpeed } from "./flights";
import type { PageGame, Wire } from "./game";
import { Queue, type Step } from "./queue.svelte";
import type { LiveTable } from "./table.svelte";
import type { Move } from "./travel";
import type { Data, DecisionTold, State } from "./types";

interface Drawn {
  game: State;
  events: Data[];
  fresh: Data[];
  moves: Move[];
}

export class Playhead {
  readonly flights = new Flights();
  private readonly queue: Queue<Drawn>;
  private latest: State;

  constructor(
    private readonly table: LiveTable,
    private readonly share: PageGame<Wire> | null,
  ) {
    this.queue = new Queue<Drawn>(wishedSpeed, (_, step, lasts) => this.perform(step, lasts));
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
    this.flights.land();
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
    const { moves, lasts } = motionOf(this.share, fresh, state.view, before.view);
    this.queue.take({ state: this.drawn(state, fresh, moves), lasts });
  }

  private drawn(game: State, fresh: Data[], moves: Move[]): Drawn {
    return { game, events: this.table.events, fresh, moves };
  }

  private perform({ state: { fresh, moves } }: Step<Drawn>, lasts: number): void {
    sounded(this.share, fresh);
    this.flights.begin(moves, lasts);
  }
}
