import { beforeEach, describe, expect, it } from "vitest";
import { BEHIND_MOST, Queue, type Clock, type Step } from "./queue.svelte";

/** Time that passes when it is told to. */
class Hours implements Clock {
  at = 0;
  private due: { at: number; then: () => void }[] = [];
  now = () => this.at;
  after = (milliseconds: number, then: () => void) => {
    const one = { at: this.at + milliseconds, then };
    this.due.push(one);
    return () => (this.due = this.due.filter((other) => other !== one));
  };
  pass(milliseconds: number): void {
    const end = this.at + milliseconds;
    for (;;) {
      const next = this.due.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      this.due = this.due.filter((one) => one !== next);
      this.at = next.at;
      next.then();
    }
    this.at = end;
  }
}

describe("the queue", () => {
  let hours: Hours;
  let speed: number;
  let drawn: [string | null, string, number][];
  let queue: Queue<string>;
  const step = (state: string, lasts = 500): Step<string> => ({ state, lasts });

  beforeEach(() => {
    hours = new Hours();
    speed = 1;
    drawn = [];
    queue = new Queue(
      () => speed,
      (before, { state }, lasts) => drawn.push([before, state, lasts]),
      hours,
    );
    queue.begin("a");
  });

  it("plays steps in order, each for its time, and is idle when the last has been played", () => {
    for (const state of ["b", "c"]) queue.take(step(state));
    expect(queue.shown).toBe("b");
    expect(queue.idle).toBe(false);
    hours.pass(499);
    expect(queue.shown).toBe("b");
    hours.pass(1);
    expect(queue.shown).toBe("c");
    expect(queue.idle).toBe(false);
    hours.pass(500);
    expect(queue.idle).toBe(true);
    expect(drawn).toEqual([
      [null, "a", 0],
      ["a", "b", 500],
      ["b", "c", 500],
    ]);
  });

  it("draws at once what nothing moves in", () => {
    queue.take(step("b", 0));
    expect([queue.shown, queue.idle]).toEqual(["b", true]);
  });

  it("plays twice as fast, or at once", () => {
    speed = 2;
    queue.take(step("b"));
    hours.pass(250);
    expect(queue.idle).toBe(true);
    speed = Infinity;
    queue.take(step("c"));
    queue.take(step("d"));
    expect([queue.shown, queue.idle, queue.behind]).toEqual(["d", true, 0]);
  });

  it("skips to what is there now", () => {
    for (const state of ["b", "c", "d"]) queue.take(step(state));
    queue.skip();
    expect([queue.shown, queue.idle]).toEqual(["d", true]);
    hours.pass(5000);
    expect(drawn.map(([, state]) => state)).toEqual(["a", "b", "d"]);
  });

  it("skips while the last step is still played, and draws nothing twice", () => {
    queue.take(step("b"));
    queue.skip();
    expect(queue.idle).toBe(true);
    expect(drawn).toHaveLength(2);
  });

  it.each([10, 30, 200])("is never more than three seconds behind, with %i steps in one breath", (steps) => {
    for (let n = 0; n < steps; n++) queue.take(step(`${n}`));
    hours.pass(BEHIND_MOST);
    expect([queue.shown, queue.idle]).toEqual([`${steps - 1}`, true]);
  });

  it("is never more than three seconds behind a stream of steps", () => {
    for (let n = 0; n < 200; n++) {
      queue.take(step(`${n}`));
      hours.pass(90);
      expect(n - Number(queue.shown)).toBeLessThanOrEqual(BEHIND_MOST / 90 + 1);
    }
    hours.pass(BEHIND_MOST - 90);
    expect([queue.shown, queue.idle]).toEqual(["199", true]);
  });

  it("shows only what it was given, in the order it was given", () => {
    const given = Array.from({ length: 60 }, (_, n) => `${n}`);
    given.forEach((state, n) => {
      queue.take(step(state, n % 3 ? 400 : 0));
      hours.pass(70);
    });
    hours.pass(10_000);
    const shown = drawn.slice(1).map(([, state]) => given.indexOf(state));
    expect(shown).toEqual([...new Set(shown)].sort((one, other) => one - other));
    expect(shown.at(-1)).toBe(59);
  });

  it("begins anew from a state after a broken line, whatever waited", () => {
    for (const state of ["b", "c"]) queue.take(step(state));
    queue.begin("z");
    hours.pass(5000);
    expect([queue.shown, queue.idle]).toEqual(["z", true]);
    expect(drawn.map(([, state]) => state)).toEqual(["a", "b", "z"]);
  });

  it("does nothing more once it is closed", () => {
    for (const state of ["b", "c"]) queue.take(step(state));
    queue.close();
    hours.pass(5000);
    expect(queue.shown).toBe("b");
  });
});
