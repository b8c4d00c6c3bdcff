// What a key does at the table. Answers are the buttons in whatever a board marks with `data-choices`, else all in the
// dock; Enter presses the button that stands out. Whoever writes, or has a button in hand, keeps their keys.
export type Deed = "list" | "close" | { click: HTMLElement } | { focus: HTMLElement };

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function deedOf(event: KeyboardEvent, page: Document = document): Deed | null {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return null;
  if (page.querySelector("dialog[open]")) return null;
  const at = event.target instanceof HTMLElement ? event.target : page.body;
  if (at.closest("input, textarea, select, [contenteditable]")) return null;
  if (event.key === "?") return "list";
  if (event.key === "Escape") return page.querySelector(":popover-open") ? null : "close";
  const choices = choicesOn(page);
  if (/^[1-9]$/.test(event.key)) {
    const found = choices[Number(event.key) - 1];
    return found ? { click: found } : null;
  }
  const free = !at.closest("button, a, summary, [tabindex='0']");
  if (event.key === "Enter" && free) {
    const [found] = buttonsIn(page, ".board button.primary");
    return found ? { click: found } : null;
  }
  const step = STEPS[event.key];
  if (!step || !(free || choices.includes(at)) || !choices.length) return null;
  const here = choices.indexOf(at);
  const next = here < 0 ? (step > 0 ? 0 : choices.length - 1) : (here + step + choices.length) % choices.length;
  return { focus: choices[next]! };
}

function choicesOn(page: Document): HTMLElement[] {
  const marked = buttonsIn(page, ".board [data-choices] button");
  return marked.length ? marked : buttonsIn(page, ".dock .answers button");
}

function buttonsIn(page: Document, where: string): HTMLElement[] {
  return [...page.querySelectorAll<HTMLButtonElement>(where)].filter((button) => !button.disabled);
}
