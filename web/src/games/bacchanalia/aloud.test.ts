// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { Aloud, sentencesOf, voiceOf } from "./aloud.svelte";

class FakeUtterance {
  voice: SpeechSynthesisVoice | null = null;
  lang = "";
  onend: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(readonly text: string) {}
}

/** Voices that say nothing, and remember what they were given. */
class FakeVoices extends EventTarget {
  spoken: FakeUtterance[] = [];
  cancelled = 0;
  constructor(public voices: SpeechSynthesisVoice[]) {
    super();
  }
  getVoices() {
    return this.voices;
  }
  speak(utterance: FakeUtterance) {
    this.spoken.push(utterance);
  }
  cancel() {
    this.cancelled += 1;
  }
}

function voice(lang: string, more: Partial<SpeechSynthesisVoice> = {}): SpeechSynthesisVoice {
  return { lang, name: lang, voiceURI: lang, default: false, localService: false, ...more };
}

function aloudWith(fake: FakeVoices | undefined): Aloud {
  return new Aloud(fake as unknown as SpeechSynthesis | undefined);
}

beforeEach(() => {
  globalThis.SpeechSynthesisUtterance = FakeUtterance as unknown as typeof SpeechSynthesisUtterance;
});

describe("a voice", () => {
  it("speaks the reader's language, rather from this machine than from elsewhere", () => {
    const voices = [voice("en-GB"), voice("it_IT"), voice("it-CH", { localService: true })];
    expect(voiceOf(voices, "it")?.lang).toBe("it-CH");
    expect(voiceOf(voices, "en")?.lang).toBe("en-GB");
    expect(voiceOf(voices, "nl")).toBeNull();
  });

  it("is missing where the browser has none", () => {
    expect(aloudWith(undefined).can("en")).toBe(false);
    expect(aloudWith(new FakeVoices([])).can("en")).toBe(false);
  });

  it("may be found later", () => {
    const fake = new FakeVoices([]);
    const aloud = aloudWith(fake);
    fake.voices = [voice("fr-FR")];
    fake.dispatchEvent(new Event("voiceschanged"));
    expect(aloud.can("fr")).toBe(true);
  });
});

describe("a passage", () => {
  it("is read sentence by sentence, and then it is over", () => {
    const fake = new FakeVoices([voice("en-GB")]);
    const aloud = aloudWith(fake);
    aloud.read(7, "The lamps go out. “Run!” somebody cries.", "en");
    expect(fake.spoken.map((one) => one.text)).toEqual(["The lamps go out.", "“Run!”", "somebody cries."]);
    expect(fake.spoken.every((one) => one.lang === "en-GB")).toBe(true);
    expect(aloud.reading).toBe(7);
    fake.spoken.at(-1)?.onend?.();
    expect(aloud.reading).toBeNull();
  });

  it("stops when it is told to, and when another one is read", () => {
    const fake = new FakeVoices([voice("en-GB")]);
    const aloud = aloudWith(fake);
    aloud.read(1, "One.", "en");
    aloud.read(2, "Two.", "en");
    fake.spoken[0]?.onend?.();
    expect(aloud.reading).toBe(2);
    aloud.stop();
    expect([aloud.reading, fake.cancelled]).toEqual([null, 3]);
  });

  it("has something to stop it by, on its leaf or elsewhere", () => {
    const fake = new FakeVoices([voice("en-GB")]);
    const aloud = aloudWith(fake);
    expect(aloud.unseen).toBe(false);
    aloud.read(1, "One.", "en");
    expect(aloud.unseen).toBe(true);
    const gone = aloud.seen();
    expect(aloud.unseen).toBe(false);
    gone();
    expect([aloud.unseen, aloud.reading]).toEqual([true, 1]);
  });

  it("is read no further when it is veiled, taken back or told in other words", () => {
    const fake = new FakeVoices([voice("en-GB")]);
    const aloud = aloudWith(fake);
    for (const story of [[{ number: 1, text: null }], [], [{ number: 1, text: "Two." }]]) {
      aloud.read(1, "One.", "en");
      aloud.keepTo([{ number: 1, text: "One." }]);
      expect(aloud.reading).toBe(1);
      aloud.keepTo(story);
      expect(aloud.reading).toBeNull();
    }
  });

  it("is not read without a voice of its language or without words", () => {
    const fake = new FakeVoices([voice("en-GB")]);
    const aloud = aloudWith(fake);
    aloud.read(1, "Uno.", "it");
    aloud.read(1, "  ", "en");
    expect([aloud.reading, fake.spoken.length]).toEqual([null, 0]);
    expect(sentencesOf("« Au feu ! » crie-t-on.")).toEqual(["« Au feu ! »", "crie-t-on."]);
  });
});
