// @vitest-environment jsdom
// Nobody is called by a word for nobody, and everybody has a face.
import { beforeEach, describe, expect, it, vi } from "vitest";

globalThis.matchMedia ??= (() => ({ matches: false })) as unknown as typeof matchMedia;
const { settings } = await import("../lib/settings.svelte");
const { words } = await import("../lib/words.svelte");
const { avatarOfSeat, anyAvatar, BUSTS, COLOURS, NAMES } = await import("./avatars");
const { keepName, own, ownName } = await import("./me");
const { LANGUAGES } = await import("../lib/languages");

describe("a name", () => {
  beforeEach(() => localStorage.clear());

  it.each(LANGUAGES)("that was not given is that of a guest, and is not kept (%s)", async (language) => {
    await words.load(language);
    settings.name = "  ";
    expect(ownName()).toBe(words.say("page.guest"));
    expect(ownName()).not.toBe("page.guest");
    keepName();
    expect(JSON.parse(localStorage.getItem("triclinium-settings")!).name).toBe("");
  });
  it("that was given is kept as it was typed", () => {
    settings.name = " Livia ";
    keepName();
    expect([settings.name, own().name]).toEqual(["Livia", "Livia"]);
  });
});

describe("a picture", () => {
  it("has words in every language", async () => {
    for (const language of LANGUAGES) {
      await words.load(language);
      for (const bust of NAMES) expect(words.has(`who.bust.${bust}`), `${language} ${bust}`).toBe(true);
      for (const colour of COLOURS) expect(words.has(`who.colour.${colour}`), `${language} ${colour}`).toBe(true);
    }
  });
  it("differs between neighbours", () => {
    const all = [0, 1, 2, 3, 4, 5].map((seat) => JSON.stringify(avatarOfSeat(seat)));
    expect(new Set(all).size).toBe(6);
  });
  it("is chosen once for who chooses none, and kept", () => {
    const chance = vi.fn(() => 0.99);
    expect(Object.keys(BUSTS)).toContain(anyAvatar(chance).bust);
    settings.keep();
    expect(JSON.parse(localStorage.getItem("triclinium-settings")!).avatar).toEqual({ ...settings.avatar });
  });
});
