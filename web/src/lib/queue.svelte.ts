// What happened is played one step after the other. Whatever is shown is a state that the table has sent: never a guess,
// and never more than this seat may know. A viewer who falls behind is hurried; one who falls far behind jumps.

/** The longest that what is shown may lie behind what has happened. */
export const BEHIND_MOST = 3000;
/** No step is shorter, however much it is hurried; rather some are left out. */
const SHORTEST = 120;

export interface Step<S> {
  state: S;
  /** How long it takes to be played at the usual speed; nothing to be seen takes no time. */
  lasts: number;
}

export interface Clock {
  now: () => number;
  after: (milliseconds: number, then: () => void) => () => void;
}

const REAL: Clock = {
  now: () => performance.now(),
  after: (milliseconds, then) => {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
};

export class Queue<S> {
  shown = $state.raw<S | null>(null);
  /** Whether what is shown is all there is, and stands still: then a question can be put. */
  idle = $state(true);
  private waiting: Step<S>[] = [];
  private until = 0;
  private cameLast = 0;
  private cancel: (() => void) | null = null;

  /** `speed` is 1, 2 or infinite; `show` draws a step and is told for how long it may move things. */
  constructor(
    private readonly speed: () => number,
    private readonly show: (before: S | null, step: Step<S>, lasts: number) => void = () => {},
    private readonly clock: Clock = REAL,
  ) {}

  /** By how much what is shown lies behind, in milliseconds. */
  get behind(): number {
    const left = Math.max(0, this.until - this.clock.now());
    return this.waiting.reduce((sum, step) => sum + step.lasts / this.speed(), this.idle ? 0 : left);
  }

  take(step: Step<S>): void {
    this.waiting.push(step);
    this.cameLast = this.clock.now();
    if (this.speed() === Infinity) this.skip();
    else if (this.idle) this.next();
  }

  /** Draw what is there now, and play nothing of what led to it. */
  skip(): void {
    this.cancel?.();
    this.cancel = null;
    const last = this.waiting.pop();
    this.waiting = [];
    if (last) this.draw(last, 0);
    this.idle = true;
  }

  /** Begin with a state, or go on from it, as somebody does who has just come. */
  begin(state: S): void {
    this.waiting = [{ state, lasts: 0 }];
    this.skip();
  }

  close(): void {
    this.cancel?.();
    this.waiting = [];
  }

  private next(): void {
    this.leaveOut();
    const step = this.waiting.shift();
    if (!step) {
      this.idle = true;
      return;
    }
    const lasts = this.hurried(step);
    this.draw(step, lasts);
    if (lasts === 0) {
      this.next();
      return;
    }
    this.idle = false;
    this.until = this.clock.now() + lasts;
    this.cancel = this.clock.after(lasts, () => this.next());
  }

  private draw(step: Step<S>, lasts: number): void {
    const before = this.shown;
    this.shown = step.state;
    this.show(before, step, lasts);
  }

  /** All that waits is hurried alike, so that the last of it comes in time. */
  private hurried(step: Step<S>): number {
    if (step.lasts === 0) return 0;
    const usual = step.lasts / this.speed();
    const all = this.waiting.reduce((sum, { lasts }) => sum + lasts / this.speed(), usual);
    const room = this.room();
    return all <= room ? usual : Math.max(SHORTEST, (usual * room) / all);
  }

  /** What would come too late even in the greatest hurry is not shown: the oldest first. */
  private leaveOut(): void {
    const moving = this.waiting.filter(({ lasts }) => lasts > 0).length;
    let late = moving - Math.max(1, Math.floor(this.room() / SHORTEST));
    while (late > 0) if (this.waiting.shift()!.lasts > 0) late -= 1;
  }

  /** How long there is until the last that came must have been played. */
  private room(): number {
    return this.cameLast + BEHIND_MOST - this.clock.now();
  }
}
