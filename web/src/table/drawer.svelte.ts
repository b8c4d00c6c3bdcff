// The drawer beside the board: what happened, talk, guide, rules, people. On a phone a sheet from below.
import { settings } from "../lib/settings.svelte";

export type Tab = "log" | "chat" | "guide" | "rules" | "people";
export const BESIDE = "(min-width: 1101px)";

export class DrawerState {
  tab = $state<Tab>("log");
  open = $state(false);
  /** How many lines of talk were read. */
  private read = $state(0);

  constructor(first: Tab) {
    this.tab = first;
    this.open = settings.drawer && this.beside;
  }

  /** Whether there is room for it beside the board; else it lies over it. */
  get beside(): boolean {
    return matchMedia(BESIDE).matches;
  }

  show(tab: Tab): void {
    this.tab = tab;
    this.open = true;
  }

  /** By hand: kept for the next time, where the drawer takes room from the board. */
  turn(open: boolean): void {
    this.open = open;
    if (!this.beside) return;
    settings.drawer = open;
    settings.keep();
  }

  shows(tab: Tab): boolean {
    return this.open && this.tab === tab;
  }

  readUpTo(lines: number): void {
    this.read = lines;
  }

  unread(lines: number): number {
    return Math.max(0, lines - this.read);
  }
}
