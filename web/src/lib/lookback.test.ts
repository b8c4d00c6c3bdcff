import { describe, expect, it } from "vitest";
import { Problem } from "./api";
import { LookBack } from "./lookback.svelte";
import { BLOCK } from "./reel";
import type { Replay } from "./types";

const TOTAL = 3 * BLOCK - 7;

/** A server whose view at step n is {n}; it cuts blocks after `most` steps and answers when it is let. */
class Server {
  asked: [string, number, number][] = [];
  refusing: string[] = [];
  chapters: number[] = [];
  holding = false;
  letGo: (() => void)[] = [];
  constructor(readonly most = 1000) {}

  ask = async (eyes: string, at: number, count: number): Promise<Replay> => {
    this.asked.push([eyes, at, count]);
    if (this.holding) await new Promise<void>((go) => this.letGo.push(go));
    const refused = this.refusing.shift();
    if (refused) throw new Problem(refused, "", {});
    const numbers = [...Array(Math.max(0, Math.min(count, this.most, TOTAL + 1 - at))).keys()].map((n) => at + n);
    return {
      id: "table",
      steps_total: TOTAL,
      view: { n: at, seat: null },
      steps: numbers.map((n) => ({
        at: n,
        seat: null,
        answer: null,
        events: this.chapters.includes(n) ? [{ kind: "round_began" }] : [],
        changes: n === at ? [] : [{ path: ["n"], value: n }],
        ...(eyes === "open" && { seats: { "1": [{ path: ["seat"], value: 1 }] } }),
      })),
    };
  };
}

const rest = async () => {};
const settled = () => new Promise((done) => setTimeout(done, 0));

const nOf = (back: LookBack) => (back.shown?.view as { n: number } | undefined)?.n;

describe("looking back", () => {
  it("asks once for a block, however often the slider moves in it", async () => {
    const server = new Server();
    const back = new LookBack(server.ask, rest);
    await back.look("public", 0);
    for (let round = 0; round < 2; round++)
      for (let at = 0; at < BLOCK; at++) {
        await back.look("public", at);
        expect(nOf(back)).toBe(at);
        expect(back.shown?.at).toBe(at);
      }
    expect(server.asked).toEqual([["public", 0, BLOCK]]);
    expect(back.total).toBe(TOTAL);
  });

  it("asks for one block at a time while it is dragged, and shows where it ends", async () => {
    const server = new Server();
    const back = new LookBack(server.ask, rest);
    await back.look("public", 3);
    server.holding = true;
    const dragged = [...Array(TOTAL + 1).keys()].map((at) => back.look("public", at));
    await settled();
    expect(server.asked.length).toBe(2);
    expect(back.shown?.at).toBe(BLOCK - 1);
    expect(nOf(back)).toBe(BLOCK - 1);
    dragged.push(back.look("public", 5));
    expect(nOf(back), "what is there is shown at once").toBe(5);
    dragged.push(back.look("public", TOTAL));
    while (server.letGo.length) {
      server.letGo.shift()!();
      await settled();
    }
    await Promise.all(dragged);
    expect(nOf(back)).toBe(TOTAL);
    expect(server.asked.length).toBeLessThanOrEqual(3);
  });

  it("fetches the rest of a block that was cut", async () => {
    const server = new Server(10);
    const back = new LookBack(server.ask, rest);
    await back.look("public", 25);
    expect(nOf(back)).toBe(25);
    expect(server.asked.map(([, at]) => at)).toEqual([0, 10, 20]);
  });

  it("waits where the server is busy, and says what else is wrong", async () => {
    const server = new Server();
    server.refusing = ["refused.too_fast", "refused.busy"];
    const back = new LookBack(server.ask, rest);
    await back.look("public", 7);
    expect(back.shown?.at).toBe(7);
    expect(back.problem).toBeNull();
    server.refusing = ["refused.no_right"];
    await back.look("2", 7);
    expect(back.problem?.key).toBe("refused.no_right");
    expect(back.shown).toBeNull();
  });

  it("opens every seat's view, and forgets words that have changed", async () => {
    const server = new Server();
    const back = new LookBack(server.ask, rest);
    await back.look("open", 5);
    expect(back.shown?.open).toEqual({ "1": { n: 5, seat: 1 } });
    await back.forget();
    expect(server.asked.length).toBe(2);
    expect(back.shown?.at).toBe(5);
  });

  it("goes from chapter to chapter, also where the next one lies in another block", async () => {
    const server = new Server();
    server.chapters = [5, BLOCK + 3];
    const back = new LookBack(server.ask, rest);
    await back.look("public", 0);
    const went: (number | undefined)[] = [];
    for (const by of [1, 1, 1, -1, -1, -1] as const) {
      await back.chapter(["round_began"], by);
      went.push(back.shown?.at);
    }
    expect(went).toEqual([5, BLOCK + 3, TOTAL, BLOCK + 3, 5, 0]);
  });

  it("does not look past the end", async () => {
    const back = new LookBack(new Server().ask, rest);
    await back.look("public", TOTAL + 50);
    expect(back.shown?.at).toBe(TOTAL);
    expect(back.wanted).toBe(TOTAL);
  });

  it("fetches what the board draws of the steps before, back to where that begins, after the step itself", async () => {
    const server = new Server();
    server.chapters = [BLOCK + 3];
    const back = new LookBack(server.ask, rest, "round_began");
    await back.look("public", 2 * BLOCK + 5);
    expect(server.asked.map(([, at]) => at)).toEqual([2 * BLOCK, BLOCK]);
    expect(back.shown?.at).toBe(2 * BLOCK + 5);
    expect(back.past(2 * BLOCK + 5)).toEqual([{ kind: "round_began" }]);
    expect(back.past(BLOCK + 3)).toEqual([]);
  });
});
