// What a viewer prefers, kept in this browser alone.
import { anyAvatar } from "../people/avatars";
import type { Avatar } from "./types";

const KEPT = "triclinium-settings";
export type Theme = "light" | "dark";

class Settings {
  theme = $state<Theme>("light");
  sound = $state(false);
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
    this.sound = kept.sound ?? false;
    this.still = kept.still ?? matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.name = kept.name ?? "";
    this.avatar = kept.avatar ?? this.avatar;
    this.pass = kept.pass ?? true;
    this.drawer = kept.drawer ?? true;
    this.confirm = kept.confirm ?? false;
    this.show();
  }

  keep(): void {
    const { theme, sound, still, name, avatar, pass, drawer, confirm } = this;
    localStorage.setItem(KEPT, JSON.stringify({ theme, sound, still, name, avatar, pass, drawer, confirm }));
    this.show();
  }

  private show(): void {
    document.documentElement.dataset.theme = this.theme;
    document.documentElement.dataset.motion = this.still ? "still" : "free";
  }
}

export const settings = new Settings();

/** A short soft bell, made here: nothing is fetched. */
export function chime(): void {
  if (!settings.sound) return;
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.12, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.5);
  tone.onended = () => void audio.close();
}
