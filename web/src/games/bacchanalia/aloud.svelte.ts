// Passages read aloud by the browser's own voices. Nothing leaves the browser but what its voice may need.

import { untrack } from "svelte";

/** A voice of a language, best one first: of the page's machine, the browser's default, any. */
export function voiceOf(voices: SpeechSynthesisVoice[], language: string): SpeechSynthesisVoice | null {
  const speaking = voices.filter((voice) => voice.lang.replace("_", "-").split("-")[0]!.toLowerCase() === language);
  const worth = (voice: SpeechSynthesisVoice) => Number(voice.localService) * 2 + Number(voice.default);
  return speaking.toSorted((one, other) => worth(other) - worth(one))[0] ?? null;
}

/** A text in pieces that a voice reads without breaking off: its sentences. */
export function sentencesOf(text: string): string[] {
  return (text.match(/[^.!?…]+[.!?…]*[\s”’»"')]*/g) ?? []).map((piece) => piece.trim()).filter(Boolean);
}

export class Aloud {
  /** The number of the passage that is being read. */
  reading = $state<number | null>(null);
  /** How many places of the page show what is being read, each with its own button to stop it. */
  private places = $state(0);
  private text = "";
  private voices = $state.raw<SpeechSynthesisVoice[]>([]);

  constructor(private readonly synthesis: SpeechSynthesis | undefined = globalThis.speechSynthesis) {
    if (!synthesis) return;
    this.look();
    // Many browsers find their voices only after a while.
    synthesis.addEventListener?.("voiceschanged", () => this.look());
  }

  /** Whether there is a voice for a language here. */
  can(language: string): boolean {
    return voiceOf(this.voices, language) !== null;
  }

  read(number: number, text: string, language: string): void {
    const voice = voiceOf(this.voices, language);
    if (!this.synthesis || !voice) return;
    this.synthesis.cancel();
    const pieces = sentencesOf(text);
    if (!pieces.length) return;
    this.reading = number;
    this.text = text;
    for (const [at, piece] of pieces.entries()) {
      const utterance = new SpeechSynthesisUtterance(piece);
      utterance.voice = voice;
      utterance.lang = voice.lang;
      if (at === pieces.length - 1) utterance.onend = () => this.ended(number);
      utterance.onerror = () => this.ended(number);
      this.synthesis.speak(utterance);
    }
  }

  /** Whether a voice goes on that nothing on the page can stop: its passage is on another leaf. */
  get unseen(): boolean {
    return this.reading !== null && this.places === 0;
  }

  /** What is being read is shown with a button to stop it, until what is given back is called. */
  seen(): () => void {
    const count = (by: number) => untrack(() => (this.places += by));
    count(1);
    return () => count(-1);
  }

  /** What is veiled, taken back or put in other words is read no further. */
  keepTo(story: { number: number; text: string | null }[]): void {
    if (this.reading === null) return;
    if (story.find(({ number }) => number === this.reading)?.text !== this.text) this.stop();
  }

  stop(): void {
    this.reading = null;
    this.synthesis?.cancel();
  }

  private ended(number: number): void {
    if (this.reading === number) this.reading = null;
  }

  private look(): void {
    this.voices = this.synthesis?.getVoices() ?? [];
  }
}

export const aloud = new Aloud();
