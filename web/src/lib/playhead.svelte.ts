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
  private closed = false;

  constructor(
    private readonly table: LiveTable,
    private readonly share: PageGame<Wire> | null,
  ) {
    this.queue = new Queue<Drawn>(wishedSpeed, (_, step, lasts) => this.perform(step, lasts));
    this.latest = table.game!;
    this.queue.begin(this.drawn(this.latest, [], []));
    // A task of its own: to hear of a state and to draw it together would be too long for one.
    table.follow((state, fresh) => {
      const drawn = this.drawn(state, fresh ?? [], []);
      setTimeout(() => {
        if (!this.closed) this.take(drawn, fresh !== null);
      });
    });
  }

  get game(): State {
    return this.queue.shown!.game;
  }
  /** All that happened up to what is drawn. */
  get events(): Data[] {
    return this.queue.shown!.events;
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
    this.closed = true;
    this.table.follow(null);
    this.queue.close();
  }

  /** `follows` unless somebody has just come (back): then nothing is known of what led to a state. */
  private take(drawn: Drawn, follows: boolean): void {
    const before = this.latest;
    this.latest = drawn.game;
    if (!follows || document.hidden) {
      this.queue.begin({ ...drawn, fresh: [] });
      return;
    }
    const { moves, lasts } = motionOf(this.share, drawn.fresh, drawn.game.view, before.view);
    this.queue.take({ state: { ...drawn, moves }, lasts });
  }

  private drawn(game: State, fresh: Data[], moves: Move[]): Drawn {
    return { game, events: this.table.events, fresh, moves };
  }

  private perform({ state: { fresh, moves } }: Step<Drawn>, lasts: number): void {
    sounded(this.share, fresh);
    this.flights.begin(moves, lasts);
  }
}
