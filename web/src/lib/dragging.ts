// Things that can be dragged onto whatever is marked with `data-drop`. Short of a few pixels it is a touch, and stays one.
import type { Attachment } from "svelte/attachments";

const FAR = 8;

/** `drop` is told the mark of what it was dropped on; null where it cannot be dragged now. */
export function draggable(drop: ((onto: string) => void) | null): Attachment<HTMLElement> {
  return (node) => {
    if (!drop) return;
    const start = (event: PointerEvent) => {
      if (event.button === 0) follow(node, event, drop);
    };
    node.addEventListener("pointerdown", start);
    node.classList.add("draggable");
    return () => {
      node.removeEventListener("pointerdown", start);
      node.classList.remove("draggable");
    };
  };
}

function follow(node: HTMLElement, from: PointerEvent, drop: (onto: string) => void): void {
  let ghost: HTMLElement | null = null;
  let over: HTMLElement | null = null;
  const watch = new AbortController();
  const { signal } = watch;

  function point(at: HTMLElement | null): void {
    if (at === over) return;
    over?.removeAttribute("data-over");
    at?.setAttribute("data-over", "");
    over = at;
  }
  function move(event: PointerEvent): void {
    if (event.pointerId !== from.pointerId) return;
    const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
    if (!ghost && Math.hypot(x, y) < FAR) return;
    ghost ??= lifted(node);
    ghost.style.transform = `translate(${x}px, ${y}px) rotate(3deg) scale(1.08)`;
    point(targetAt(event, node));
  }
  function end(event: PointerEvent): void {
    if (event.pointerId !== from.pointerId) return;
    const onto = event.type === "pointerup" && ghost ? over?.dataset.drop : undefined;
    point(null);
    watch.abort();
    if (ghost) swallowClick(node);
    ghost?.remove();
    if (onto) drop(onto);
  }
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", end, { signal });
}

function targetAt(event: PointerEvent, node: HTMLElement): HTMLElement | null {
  for (const one of document.elementsFromPoint(event.clientX, event.clientY)) {
    const found = one.closest<HTMLElement>("[data-drop]");
    if (found && !node.contains(found)) return found;
  }
  return null;
}

/** A likeness of the thing that follows the pointer. */
function lifted(node: HTMLElement): HTMLElement {
  const box = node.getBoundingClientRect();
  const ghost = node.cloneNode(true) as HTMLElement;
  ghost.removeAttribute("id");
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  ghost.classList.add("lifted");
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    margin: "0",
    zIndex: "60",
    pointerEvents: "none",
  });
  node.closest(".board, body")!.append(ghost);
  return ghost;
}

/** What was dragged was not tapped: the click that follows does not count. */
function swallowClick(node: HTMLElement): void {
  const stop = (event: Event) => (event.stopImmediatePropagation(), event.preventDefault());
  node.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => node.removeEventListener("click", stop, { capture: true }), 50);
}
