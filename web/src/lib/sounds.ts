// The one voice of this page, as loud as its viewer wants it.
import { settings } from "./settings.svelte";
import { Sound } from "./sound";

export const sound = new Sound(() => (settings.sound ? settings.volume : 0));

for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => sound.wake(), { passive: true });
