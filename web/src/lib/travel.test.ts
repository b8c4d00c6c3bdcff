// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { prepared, sightsOf, type Move } from "./travel";

const boxes: Record<string, [number, number, number, number]> = { pile: [0, 0, 50, 20], slot: [200, 100, 80, 120] };
const flown: { of: string; frames: Keyframe[]; time: KeyframeAnimationOptions; done?: () => void }[] = [];

function boardWith(...keys: string[]): HTMLElement {
  const board = document.createElement("div");
  board.innerHTML = keys
    .map((key) => `<div data-at="${key}" id="${key}"><button aria-live="polite" data-own>${key}</button></div>`)
    .join("");
  return board;
}

beforeEach(() => {
  flown.length = 0;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const [left, top, width, height] = boxes[(this as HTMLElement).dataset.at ?? ""] ?? [10, 10, 500, 500];
    return { left, top, width, height } as DOMRect;
  });
  Element.prototype.animate = function (this: Element, frames, time) {
    const one = { of: this.className, frames: frames as Keyframe[], time: time as KeyframeAnimationOptions };
    flown.push(one);
    return {
      set onfinish(done: () => void) {
        (one as { done?: () => void }).done = done;
      },
    } as unknown as Animation;
  };
});

describe("what travels", () => {
  const moves: Move[] = [{ what: "slot", from: "pile", turns: true }];
  const layer = document.createElement("div");

  it("flies by transform from where it was to where it is, and leaves nothing behind", () => {
    for (const fly of prepared(boardWith("pile", "slot"), layer, sightsOf(boardWith("pile"), moves), moves, 400)) fly();
    const flight = flown.find(({ of }) => of === "flyer")!;
    const turned = (flight.frames as { transform: string }[]).map(({ transform }) => transform);
    expect(turned[1]).toBe("translate(190px, 90px) scale(1)");
    expect(turned[0]).toMatch(/^translate\(.*\) scale\(0\.1\d+\)$/);
    expect(flown.every(({ frames }) => frames.every((frame) => "transform" in frame || "opacity" in frame))).toBe(true);
    expect(layer.children).toHaveLength(1);
    flight.done!();
    expect(layer.children).toHaveLength(0);
  });

  it("is a likeness in which nothing can be found", () => {
    for (const fly of prepared(boardWith("pile", "slot"), layer, sightsOf(boardWith("pile"), moves), moves, 400)) fly();
    expect(layer.querySelectorAll("[id], [data-at], [data-own], [aria-live]")).toHaveLength(0);
    expect(layer.firstElementChild!.children).toHaveLength(2);
    layer.replaceChildren();
  });

  it("does not fly from a place that was not there, nor to one that is not", () => {
    for (const fly of prepared(boardWith("slot"), layer, sightsOf(boardWith("slot"), moves), moves, 400)) fly();
    for (const fly of prepared(boardWith("pile"), layer, sightsOf(boardWith("pile"), moves), moves, 400)) fly();
    expect(layer.children).toHaveLength(0);
  });
});
