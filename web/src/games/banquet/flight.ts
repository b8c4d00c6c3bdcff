// Cards that come from somewhere: dealt from the pile, slid from couch to couch, turned up where they come to lie. Only what
// is new flies; with little motion everything lies where it belongs at once.
import type { Attachment } from "svelte/attachments";
import { settings } from "../../lib/settings.svelte";

const TIME = 450;
const EASE = "cubic-bezier(0.3, 0.1, 0.2, 1)";

/** What was last seen at each place of each table: it has come already. */
const seen = new Map<string, string>();

/** `place` is where it lies, `what` lies there; `from` is the `data-at` of where it comes from, null if it turns up. */
export function flies(place: string, what: string, from: string | null, first = true): Attachment<HTMLElement> {
  return (node) => {
    const before = seen.get(place);
    seen.set(place, what);
    if (before === what || (before === undefined && !first) || settings.still) return;
    const start = from ? document.querySelector<HTMLElement>(`[data-at="${from}"]`) : null;
    const frames = start ? journey(node, start) : [{ transform: "rotateY(90deg) scale(1.5)" }, { transform: "none" }];
    const flight = node.animate(frames, { duration: TIME, easing: EASE });
    return () => flight.cancel();
  };
}

function journey(node: HTMLElement, start: HTMLElement): Keyframe[] {
  const [from, to] = [start.getBoundingClientRect(), node.getBoundingClientRect()];
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  return [
    { transform: `translate(${x}px, ${y}px) rotate(-8deg)`, zIndex: 9 },
    { transform: "none", zIndex: 9 },
  ];
}
