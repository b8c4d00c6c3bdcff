// A closer look at a card: by hovering, by coming to it with the keyboard, or by a long press.
import type { Attachment } from "svelte/attachments";
import type { Card } from "./types";

const HOVER = 350;
const PRESS = 450;
const SLACK = 8;

export const closer = $state<{ card: Card | null; at: DOMRect | null }>({ card: null, at: null });

export function putAway(): void {
  closer.card = null;
}

export function looksCloser(card: Card | null): Attachment<HTMLElement> {
  return (node) => {
    if (card === null) return;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let pressed: { x: number; y: number } | null = null;
    let held = false;

    const look = () => {
      closer.at = node.getBoundingClientRect();
      closer.card = card;
    };
    const wait = (time: number, then: () => void) => {
      clearTimeout(waiting);
      waiting = setTimeout(then, time);
    };
    const leave = () => {
      clearTimeout(waiting);
      pressed = null;
      if (closer.card === card) putAway();
    };
    const handlers: Partial<{ [Name in keyof HTMLElementEventMap]: (event: HTMLElementEventMap[Name]) => void }> = {
      pointerenter: (event) => event.pointerType === "mouse" && wait(HOVER, look),
      pointerleave: leave,
      pointerdown: (event) => {
        leave();
        held = false;
        if (event.pointerType === "mouse") return;
        pressed = { x: event.clientX, y: event.clientY };
        wait(PRESS, () => ((held = true), look()));
      },
      pointermove: (event) => {
        if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLACK) leave();
      },
      pointerup: leave,
      pointercancel: leave,
      contextmenu: (event) => held && event.preventDefault(),
      click: (event) => {
        if (!held) return;
        held = false; // a look is no answer
        event.stopImmediatePropagation();
        event.preventDefault();
      },
      focusin: (event) => (event.target as HTMLElement).matches(":focus-visible") && wait(HOVER, look),
      focusout: leave,
      keydown: (event) => event.key === "Escape" && leave(),
    };
    for (const [name, heard] of Object.entries(handlers)) node.addEventListener(name, heard as EventListener, true);
    return () => {
      leave();
      for (const [name, heard] of Object.entries(handlers))
        node.removeEventListener(name, heard as EventListener, true);
    };
  };
}
