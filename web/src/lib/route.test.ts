// @vitest-environment jsdom
// Back closes what was opened beside the table, and does not lead away from it.
import { beforeEach, describe, expect, it } from "vitest";
import { route } from "./route.svelte";

const TABLE = `/t/${"a".repeat(32)}`;
const back = () =>
  new Promise<void>((done) => {
    addEventListener("popstate", () => done(), { once: true });
    history.back();
  });

describe("the rules beside a table", () => {
  beforeEach(() => {
    globalThis.scrollTo = () => {};
    route.go("/");
    route.go(TABLE);
  });

  it("are closed by Back, which stays at the table", async () => {
    route.showRule({ game: "banquet", name: "BB-1" });
    expect(location.hash).toBe("#rules/banquet/BB-1");
    await back();
    expect([location.pathname, location.hash, route.rule]).toEqual([TABLE, "", null]);
  });
  it("are one step, however many paragraphs are read", async () => {
    for (const name of ["BB-1", "BB-2", "BB-3"]) route.showRule({ game: "banquet", name });
    expect(location.hash).toBe("#rules/banquet/BB-3");
    await back();
    expect([route.path, route.rule]).toEqual([TABLE, null]);
  });
  it("leave no step behind when they are closed by hand", async () => {
    route.showRule({ game: "banquet", name: "BB-1" });
    const closed = new Promise<void>((done) => addEventListener("popstate", () => done(), { once: true }));
    route.showRule(null);
    await closed;
    expect([location.pathname, location.hash]).toEqual([TABLE, ""]);
    await back();
    expect(route.path).toBe("/");
  });
});
