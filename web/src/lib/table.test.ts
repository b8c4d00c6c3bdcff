// @vitest-environment jsdom
// When words of the game have changed, the log is read anew: what was heard before holds the old ones (BC-23, BC-24).
import { beforeEach, describe, expect, it, vi } from "vitest";
import { log, Problem } from "./api";
import { LiveTable } from "./table.svelte";
import type { Data, Down } from "./types";

let hear: (message: Down) => void;
const reconnect = vi.fn();
vi.mock("./socket", () => ({
  TableLine: class {
    constructor(_table: string, listener: (message: Down) => void) {
      hear = listener;
    }
    reconnect = reconnect;
  },
}));
vi.mock("./api", async (original) => ({ ...(await original<typeof import("./api")>()), log: vi.fn() }));

const reading = vi.mocked(log);
const told = (retold: number) => hear({ type: "table", id: "table", retold, you: { seat: null } } as unknown as Down);
const state = (at: number, ...events: Data[]) =>
  hear({ type: "state", since: null, events_at: at, events } as unknown as Down);
const said = (...texts: string[]): Data[] => texts.map((text) => ({ kind: "told", text }));
const read = (...texts: string[]) => ({ events: said(...texts) }) as unknown as Awaited<ReturnType<typeof log>>;

describe("the log of a table whose words change", () => {
  let table: LiveTable;
  beforeEach(() => {
    reading.mockReset();
    table = new LiveTable("table");
    told(0);
    state(0, ...said("bell", "key"));
  });

  it("is read once when the story is retold, and not again", async () => {
    reading.mockResolvedValueOnce(read("veiled", "key"));
    told(1);
    state(2);
    await vi.waitFor(() => expect(table.events).toEqual(said("veiled", "key")));
    told(1);
    state(2, ...said("door"));
    expect(table.events).toEqual(said("veiled", "key", "door"));
    expect(reading).toHaveBeenCalledTimes(1);
  });

  it("keeps what comes while it is being read", async () => {
    reading.mockResolvedValueOnce(read("veiled", "key"));
    told(1);
    state(2);
    state(2, ...said("door"));
    await vi.waitFor(() => expect(table.events).toEqual(said("veiled", "key", "door")));
  });

  it("is read again where the line was cut while it was read", async () => {
    reading.mockResolvedValueOnce(read("veiled", "key"));
    reading.mockResolvedValueOnce(read("veiled", "key", "door", "lamp"));
    told(1);
    state(2);
    state(4); // what the line told after the cut: two things have happened since
    await vi.waitFor(() => expect(table.events).toEqual(said("veiled", "key", "door", "lamp")));
    expect(reading).toHaveBeenCalledTimes(2);
  });

  it("never goes back to an older reading", async () => {
    let late: (answer: Awaited<ReturnType<typeof log>>) => void = () => {};
    reading.mockReturnValueOnce(new Promise((resolve) => (late = resolve)));
    reading.mockResolvedValueOnce(read("veiled", "veiled"));
    told(1);
    state(2);
    told(2);
    state(2);
    await vi.waitFor(() => expect(table.events).toEqual(said("veiled", "veiled")));
    late(read("veiled", "key"));
    await new Promise((done) => setTimeout(done));
    expect(table.events).toEqual(said("veiled", "veiled"));
  });

  it("shows nothing where it cannot be read, until it can", async () => {
    reading.mockRejectedValueOnce(new Problem("refused.no_right", "", {}));
    told(1);
    state(2);
    await vi.waitFor(() => expect(table.events).toEqual([]));
    reading.mockResolvedValueOnce(read("veiled", "key"));
    state(2);
    await vi.waitFor(() => expect(table.events).toEqual(said("veiled", "key")));
  });

  it("is asked for again after a pause where that was too much, not with everything that happens", async () => {
    vi.useFakeTimers();
    reading.mockRejectedValueOnce(new Problem("refused.too_fast", "", {}));
    told(1);
    state(2);
    await vi.advanceTimersByTimeAsync(0);
    expect(table.events).toEqual([]);
    reading.mockResolvedValueOnce(read("veiled", "key", "door", "lamp"));
    state(2, ...said("door"));
    state(3, ...said("lamp"));
    expect(reading).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(reading).toHaveBeenCalledTimes(2);
    state(4, ...said("rope"));
    expect(table.events).toEqual(said("veiled", "key", "door", "lamp", "rope"));
    vi.useRealTimers();
  });
});

describe("the log of a game that somebody comes to while it is played fast", () => {
  it("is read once, however much happens meanwhile", async () => {
    reading.mockReset();
    let answer: (found: Awaited<ReturnType<typeof log>>) => void = () => {};
    reading.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const table = new LiveTable("table");
    const followed = vi.fn();
    table.follow(followed);
    told(0);
    state(2, ...said("bell"));
    for (const [n, text] of ["key", "door", "lamp"].entries()) state(3 + n, ...said(text));
    expect(reading).toHaveBeenCalledTimes(1);
    answer(read("gate", "step", "bell", "key"));
    await vi.waitFor(() => expect(table.events).toEqual(said("gate", "step", "bell", "key", "door", "lamp")));
    expect(followed.mock.lastCall, "whoever draws it has the whole log now").toEqual([table.game, null]);
    state(6, ...said("rope"));
    expect(table.events.at(-1)).toEqual({ kind: "told", text: "rope" });
    expect(reading).toHaveBeenCalledTimes(1);
  });
});

describe("the view of a table", () => {
  const view = (version: number, since: number | null, view: Data, decision: Data | null = null) =>
    hear({ type: "state", version, since, view, decision, events_at: 0, events: [] } as unknown as Down);
  let table: LiveTable;
  beforeEach(() => {
    reconnect.mockReset();
    table = new LiveTable("table");
    told(0);
    view(4, null, { round: 1, seats: [{ belt: 2 }], result: null }, { id: 7 });
  });

  it("keeps what has not changed", () => {
    view(5, 4, { round: 2 });
    expect(table.game).toMatchObject({ version: 5, view: { round: 2, seats: [{ belt: 2 }], result: null } });
    expect(table.game!.decision).toBeNull();
    view(6, 5, {});
    view(7, 6, { seats: [{ belt: 3 }] });
    expect(table.game!.view).toEqual({ round: 2, seats: [{ belt: 3 }], result: null });
  });

  it("is replaced by a whole one, and loses what that does not have", () => {
    view(6, null, { round: 3 });
    expect(table.game!.view).toEqual({ round: 3 });
  });

  it("is asked for anew when the changes are to another one", () => {
    view(9, 8, { round: 5 });
    expect(reconnect).toHaveBeenCalledOnce();
    expect(table.game).toMatchObject({ version: 4, view: { round: 1 } });
    view(9, null, { round: 5 });
    expect(table.game!.view).toEqual({ round: 5 });
  });
});
