// Things travel from where they were to where they are. A board says what moves in words of its own places: elements with
// `data-at="key"` are measured before and after it is drawn, and a likeness flies between them by `transform` alone. The
// likenesses lie in a layer that screen readers, pointers and the layout know nothing of.

export interface Move {
  /** The place whose likeness travels: as it was before where something leaves it (`to`), else as it is now. */
  what: string;
  /** Where it comes from and goes to; without them, where `what` was and is. */
  from?: string;
  to?: string;
  /** Whether it turns over on its way: it leaves with the face of where it comes from. */
  turns?: boolean;
  /** After which part of the step it sets off, from 0 to 1. */
  after?: number;
}

interface Sight {
  box: DOMRect;
  place: HTMLElement;
  /** How it looked before the board was drawn anew; only of what leaves it, since copies are costly. */
  likeness?: HTMLElement;
}
export type Sights = Map<string, Sight>;

const EASE = "cubic-bezier(0.3, 0, 0.2, 1)";
/** What makes an element findable; a likeness has none of it. */
const FOUND_BY = ["id", "data-at", "data-player", "data-own", "data-choices", "aria-live"];
const FINDABLE = FOUND_BY.map((name) => `[${name}]`).join();

/** The places that moves speak of, before the board is drawn anew. All are measured before anything is copied. */
export function sightsOf(board: HTMLElement, moves: Move[]): Sights {
  const found = placesOf(board, moves);
  for (const { what, from, to, turns } of moves) {
    const seen = [to ? found.get(what) : undefined, turns ? found.get(from ?? what) : undefined];
    for (const sight of seen) if (sight) sight.likeness ??= likenessOf(sight.place);
  }
  return found;
}

function placesOf(board: HTMLElement, moves: Move[]): Sights {
  const wanted = new Set(moves.flatMap(({ what, from, to }) => [what, from ?? what, to ?? what]));
  const found: Sights = new Map();
  for (const place of board.querySelectorAll<HTMLElement>("[data-at]")) {
    const key = place.dataset.at!;
    if (wanted.has(key) && !found.has(key)) found.set(key, { box: place.getBoundingClientRect(), place });
  }
  return found;
}

/** Once the board is drawn as it is now: measure it and conceal what is still to arrive. What comes back lets it fly,
 *  one thing after the other, and may be called in frames to come: all of it together is long. */
export function prepared(
  board: HTMLElement,
  layer: HTMLElement,
  before: Sights,
  moves: Move[],
  lasts: number,
): (() => void)[] {
  const now = placesOf(board, moves);
  const from = layer.getBoundingClientRect();
  for (const { what, to } of moves) if ((to ?? what) === what) conceal(now.get(what)?.place, lasts);
  return moves.map((move) => () => fly(layer, from, before, now, move, lasts));
}

function fly(layer: HTMLElement, { left, top }: DOMRect, before: Sights, now: Sights, move: Move, lasts: number): void {
  const from = before.get(move.from ?? move.what);
  const to = now.get(move.to ?? move.what);
  const face = (move.to ? before : now).get(move.what);
  if (!from?.box.width || !to?.box.width || !face) return;
  const delay = lasts * (move.after ?? 0);
  const time: KeyframeAnimationOptions = { duration: lasts - delay, delay, easing: EASE, fill: "both" };
  // In the middle of a place, and never larger than it is.
  const at = ({ box }: Sight) => {
    const scale = Math.min(1, box.width / face.box.width, box.height / face.box.height);
    const x = box.left - left + (box.width - face.box.width * scale) / 2;
    const y = box.top - top + (box.height - face.box.height * scale) / 2;
    return `translate(${x}px, ${y}px) scale(${scale})`;
  };
  const flyer = flyerWith(face, move.turns ? from : null, time);
  layer.append(flyer);
  flyer.animate([{ transform: at(from) }, { transform: at(to) }], time).onfinish = () => flyer.remove();
}

function flyerWith(face: Sight, back: Sight | null, time: KeyframeAnimationOptions): HTMLElement {
  const flyer = document.createElement("div");
  flyer.className = "flyer";
  flyer.style.width = `${face.box.width}px`;
  flyer.style.height = `${face.box.height}px`;
  const front = copyOf(face);
  flyer.append(front);
  if (!back) return flyer;
  const reverse = copyOf(back);
  flyer.append(reverse);
  const [edge, over] = ["rotateY(90deg)", "rotateY(-90deg)"];
  reverse.animate([{ transform: "none" }, { transform: edge, offset: 0.5 }, { transform: edge }], time);
  front.animate([{ transform: over }, { transform: over, offset: 0.5 }, { transform: "none" }], time);
  return flyer;
}

/** The thing itself lies there already; it is seen when its likeness has arrived. */
function conceal(place: HTMLElement | undefined, lasts: number): void {
  place?.firstElementChild?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: lasts });
}

/** As it was where that was kept, else as it is. */
function copyOf({ likeness, place }: Sight): HTMLElement {
  if (!likeness) return likenessOf(place);
  return likeness.parentNode ? (likeness.cloneNode(true) as HTMLElement) : likeness;
}

/** A picture of an element: nothing in it can be found. */
function likenessOf(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const one of [copy, ...copy.querySelectorAll<HTMLElement>(FINDABLE)])
    for (const name of FOUND_BY) one.removeAttribute(name);
  return copy;
}
