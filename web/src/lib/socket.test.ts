// @vitest-environment jsdom
// A line that is lost comes back by itself, and never so fast that it harms.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableLine, TOO_FAST } from "./socket";

class FakeSocket {
  static OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 1;
  sent: string[] = [];
  onopen = () => {};
  onmessage = (_event: { data: string }) => {};
  onclose = (_event: { code: number }) => {};
  constructor() {
    FakeSocket.made.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {}
}

const newest = () => FakeSocket.made[FakeSocket.made.length - 1]!;

describe("a line to the table", () => {
  const seen: [string, number][] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    FakeSocket.made = [];
    seen.length = 0;
    new TableLine(
      "table",
      () => {},
      (presence, code) => seen.push([presence, code]),
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  /** Milliseconds until the next socket is made. */
  function wait(): number {
    const made = FakeSocket.made.length;
    for (let passed = 100; passed <= 20_000; passed += 100) {
      vi.advanceTimersByTime(100);
      if (FakeSocket.made.length > made) return passed;
    }
    return Infinity;
  }

  it("begins again when it is asked to", () => {
    const line = new TableLine(
      "table",
      () => {},
      () => {},
    );
    const first = newest();
    first.close = () => first.onclose({ code: 1005 });
    line.reconnect();
    expect(wait()).toBeLessThan(1000);
    expect(newest()).not.toBe(first);
  });

  it("stands when the table has said something, and comes back soon after that", () => {
    newest().onopen();
    expect(seen.map(([presence]) => presence)).toEqual(["connecting"]);
    newest().onmessage({ data: '{"type":"table"}' });
    expect(seen[seen.length - 1]).toEqual(["open", 0]);
    newest().onclose({ code: 1006 });
    expect(wait()).toBeLessThanOrEqual(500);
  });

  it("waits longer each time it is opened only to be closed", () => {
    const waits = [];
    for (let turn = 0; turn < 4; turn++) {
      newest().onopen();
      newest().onclose({ code: 1013 });
      waits.push(wait());
    }
    expect(waits).toEqual([400, 800, 1600, 3200]);
  });

  it("does not press where there was too much already, and says why until it stands", () => {
    newest().onopen();
    newest().onclose({ code: TOO_FAST });
    expect(seen[seen.length - 1]).toEqual(["lost", TOO_FAST]);
    expect(wait()).toBe(8000);
    expect(seen[seen.length - 1]).toEqual(["connecting", TOO_FAST]);
    newest().onmessage({ data: '{"type":"table"}' });
    expect(seen[seen.length - 1]).toEqual(["open", 0]);
  });
});
