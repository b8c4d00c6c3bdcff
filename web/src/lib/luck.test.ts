// @vitest-environment jsdom
// A share of luck is committed to once and shown once, however often the table tells of the others'.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Screen } from "../curtain/screen.svelte";
import { LiveTable } from "./table.svelte";
import type { Data, Down } from "./types";

type Line = { seat: number | null; hear: (message: Down) => void; sent: Data[] };
const lines: Line[] = [];
vi.mock("./socket", () => ({
  TableLine: class {
    sent: Data[] = [];
    constructor(_table: string, hear: (message: Down) => void, _presence: unknown, seat: number | null) {
      lines.push({ seat, hear, sent: this.sent });
    }
    say(message: Data) {
      this.sent.push(message);
    }
  },
}));

const of = (line: Line, type: string) => line.sent.filter((message) => message.type === type);

/** What the table tells a seat: who has committed, who has shown. */
function tell(line: Line, seat: number, phase: string, shares: (string | null)[], values: (string | null)[]) {
  const seats = shares.map((share) => ({ ready: share !== null }));
  line.hear({ type: "table", id: "table", phase, seats, you: { seat }, luck: { shares, values } } as unknown as Down);
}

beforeEach(() => {
  lines.length = 0;
  sessionStorage.clear();
});

describe("a share of luck", () => {
  it("is the same when one is ready twice", () => {
    const table = new LiveTable("table");
    tell(lines[0]!, 0, "waiting", [null, null], [null, null]);
    table.ready();
    table.ready();
    const [first, second] = of(lines[0]!, "ready");
    expect(second!.commitment).toBe(first!.commitment);
  });

  it("is shown once, although the table tells of others' before it knows of ours", () => {
    const table = new LiveTable("table");
    tell(lines[0]!, 0, "waiting", [null, null], [null, null]);
    table.ready();
    const mine = of(lines[0]!, "ready")[0]!.commitment as string;
    tell(lines[0]!, 0, "gathering", [mine, "theirs"], [null, null]);
    tell(lines[0]!, 0, "gathering", [mine, "theirs"], [null, "shown"]);
    tell(lines[0]!, 0, "playing", [mine, "theirs"], [null, "shown"]);
    expect(of(lines[0]!, "reveal")).toHaveLength(1);
  });

  it("is shown again where a server was behind that one came to", () => {
    const table = new LiveTable("table");
    tell(lines[0]!, 0, "waiting", [null, null], [null, null]);
    table.ready();
    const mine = of(lines[0]!, "ready")[0]!.commitment as string;
    tell(lines[0]!, 0, "gathering", [mine, "theirs"], [null, null]);
    tell(lines[0]!, 0, "waiting", [mine, null], [null, null]);
    tell(lines[0]!, 0, "gathering", [mine, "theirs"], [null, null]);
    expect(of(lines[0]!, "reveal")).toHaveLength(2);
  });

  it("is not shown where the table knows of another", () => {
    const table = new LiveTable("table");
    tell(lines[0]!, 0, "waiting", [null, null], [null, null]);
    table.ready();
    tell(lines[0]!, 0, "gathering", ["of another browser", "theirs"], [null, null]);
    expect(of(lines[0]!, "reveal")).toHaveLength(0);
  });
});

describe("friends at one screen", () => {
  it("are ready with the first, each once", () => {
    const screen = new Screen("table", [0, 1]);
    for (const line of lines) tell(line, line.seat!, "waiting", [null, null], [null, null]);
    screen.keepStep();
    for (const line of lines) tell(line, line.seat!, "waiting", ["first", null], [null, null]);
    screen.keepStep();
    screen.keepStep();
    expect(of(lines[1]!, "ready")).toHaveLength(1);
    for (const line of lines) tell(line, line.seat!, "waiting", ["first", "second"], [null, null]);
    for (const line of lines) tell(line, line.seat!, "waiting", [null, "second"], [null, null]);
    screen.keepStep();
    screen.keepStep();
    expect(of(lines[1]!, "not_ready")).toHaveLength(1);
  });
});
