// @vitest-environment jsdom
// When words of the game have changed, the log is read anew: what was heard before holds the old ones (BC-23, BC-24).
import { beforeEach, describe, expect, it, vi } from "vitest";
import { log, Problem } from "./api";
import { LiveTable } from "./table.svelte";
import type { Data, Down } from "./types";

let hear: (message: Down) => void;
vi.mock("./socket", () => ({
  TableLine: class {
    constructor(_table: string, listener: (message: Down) => void) {
      hear = listener;
    }
  },
}));
vi.mock("./api", async (original) => ({ ...(await original<typeof import("./api")>()), log: vi.fn() }));

const reading = vi.mocked(log);
const told = (retold: number) => hear({ type: "table", id: "table", retold, you: { seat: null } } as unknown as Down);
const state = (at: number, ...events: Data[]) => hear({ type: "state", events_at: at, events } as unknown as Down);
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
    reading.mockRejectedValueOnce(new Problem("refused.too_fast", "", {}));
    told(1);
    state(2);
    await vi.waitFor(() => expect(table.events).toEqual([]));
    reading.mockResolvedValueOnce(read("veiled", "key"));
    state(2);
    await vi.waitFor(() => expect(table.events).toEqual(said("veiled", "key")));
  });
});
