// Where the viewer is: the lobby, or a table; a secret of a link stands behind the # and is wiped once read, the
// address of a paragraph of the rules stays there.
import { placeOf, readPlace, type Paragraph } from "./rules";

/** Marks a step that only opened the rules beside the page. */
const BESIDE = { beside: true };
const isBeside = (state: unknown) => typeof state === "object" && state !== null && "beside" in state;

class Route {
  path = $state(location.pathname);
  /** What stands behind the # and is no secret: the step being looked at. */
  hash = $state(location.hash);
  secret = $state<{ kind: string; value: string } | null>(null);
  /** The paragraph of the rules that is asked for; a new object each time, so that asking again shows it again. */
  rule = $state.raw<Paragraph | null>(null);

  constructor() {
    this.readHash();
    addEventListener("popstate", () => {
      this.path = location.pathname;
      this.readHash();
    });
  }

  get table(): string | null {
    return /^\/t\/([0-9a-f]{32})$/.exec(this.path)?.[1] ?? null;
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.path = location.pathname;
    this.readHash();
    scrollTo(0, 0);
  }

  /** Open a paragraph beside what is there, or close it. It is a step of its own in the browser's history, the first
   *  one only: Back closes the rules and stays where one was. */
  showRule(paragraph: Paragraph | null): void {
    if (!paragraph) {
      if (isBeside(history.state)) history.back();
      else history.replaceState(null, "", location.pathname);
    } else if (this.rule) history.replaceState(history.state, "", placeOf(paragraph));
    else history.pushState(BESIDE, "", placeOf(paragraph));
    this.rule = paragraph;
  }

  /** The game whose rules are told step by step. */
  get howto(): string | null {
    return /^\/how\/([a-z]+)$/.exec(this.path)?.[1] ?? null;
  }

  /** Let the address say where the viewer is on this page; Back does not go through every step. */
  mark(hash: string): void {
    history.replaceState(history.state, "", hash || location.pathname);
    this.hash = hash;
  }

  private readHash(): void {
    this.rule = readPlace(location.hash);
    const found = /^#(invite|seat|watch|shoulder)=([\w-]{16,128})$/.exec(location.hash);
    if (found) {
      this.secret = { kind: found[1]!, value: found[2]! };
      history.replaceState(null, "", location.pathname);
    }
    this.hash = location.hash;
  }
}

export const route = new Route();
