// What a board finds round itself. A board draws a `Stage` and a `Dock` and nothing else: the stage fills the window
// between the bar and the dock, the dock has one height for the whole game, so nothing that happens moves either.
import { getContext, setContext, type Snippet } from "svelte";

export interface Shell {
  /** What stands at the edge of the dock beside every question. */
  readonly tools?: Snippet;
  /** Whether one looks back: then what leads through the game lies over the dock, and the board only tells there. */
  readonly lookingBack?: boolean;
  /** Whether something is still being played: what is asked comes after it. */
  readonly playing?: boolean;
  /** Whether the game is over, and its end has been seen. */
  readonly over?: boolean;
  /** Whether the scene at the end is put aside, so that one sees the table; the dock leads back to it. */
  aside?: boolean;
}

const KEY = Symbol("shell");

export function provideShell(shell: Shell): void {
  setContext(KEY, shell);
}

export function shellAround(): Shell {
  return getContext<Shell | undefined>(KEY) ?? {};
}
