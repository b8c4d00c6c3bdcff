// What a viewer prefers, kept in this browser alone.
import { anyAvatar } from "../people/avatars";
import type { Avatar } from "./types";

const KEPT = "triclinium-settings";
export type Theme = "light" | "dark";
export const SPEEDS = [1, 2, 0] as const;
export type Speed = (typeof SPEEDS)[number];

class Settings {
  theme = $state<Theme>("light");
  sound = $state(true);
  /** From 0 to 1. */
  volume = $state(0.5);
  /** How fast what happens is played: once, twice, or at once (0). */
  speed = $state<Speed>(1);
  /** Little motion: nothing glides or flies. */
  still = $state(false);
  name = $state("");
  avatar = $state<Avatar>(anyAvatar());
  /** Whether the page answers by itself where there is nothing to choose. */
  pass = $state(true);
  /** Whether the drawer stands open where there is room beside the board. */
  drawer = $state(true);
  /** Whether cards are laid down only by a button, not by the last of them. */
  confirm = $state(false);

  constructor() {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    this.theme = kept.theme ?? (dark ? "dark" : "light");
    this.sound = kept.sound ?? true;
    this.volume = kept.volume ?? 0.5;
    this.speed = kept.speed ?? 1;
    this.still = kept.still ?? matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.name = kept.name ?? "";
    this.avatar = kept.avatar ?? this.avatar;
    this.pass = kept.pass ?? true;
    this.drawer = kept.drawer ?? true;
    this.confirm = kept.confirm ?? false;
    this.show();
  }

  keep(): void {
    const { theme, sound, volume, speed, still, name, drawer, confirm, avatar, pass } = this;
    localStorage.setItem(
      KEPT,
      JSON.stringify({ theme, sound, volume, speed, still, name, drawer, confirm, avatar, pass }),
    );
    this.show();
  }

  private show(): void {
    document.documentElement.dataset.theme = this.theme;
    document.documentElement.dataset.motion = this.still ? "still" : "free";
  }
}

export const settings = new Settings();
