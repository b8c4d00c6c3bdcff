import { afterEach, describe, expect, it, vi } from "vitest";
import { SCORE, SIGNS, Sound } from "./sound";

/** An instrument that only notes what it is told to play. */
class Note {
  gain = { value: 1, setValueAtTime: () => {}, exponentialRampToValueAtTime: (to: number) => this.falls.push(to) };
  frequency = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  type = "";
  buffer: unknown = null;
  loop = false;
  falls: number[] = [];
  started = -1;
  stopped = -1;
  connect = (other: Note) => other;
  start = (at: number) => (this.started = at);
  stop = (at: number) => (this.stopped = at);
}
class Instrument {
  currentTime = 1;
  sampleRate = 100;
  destination = new Note();
  gains: Note[] = [];
  sources: Note[] = [];
  open = true;
  resume = () => Promise.resolve((this.open = true));
  suspend = () => Promise.resolve((this.open = false));
  createGain = () => this.keep(this.gains);
  createOscillator = () => this.keep(this.sources);
  createBufferSource = () => this.keep(this.sources);
  createBiquadFilter = () => new Note();
  createBuffer = () => ({ getChannelData: () => new Float32Array(100) });
  private keep(where: Note[]): Note {
    const note = new Note();
    where.push(note);
    return note;
  }
}

function played(volume = 0.5) {
  const made: Instrument[] = [];
  const settings = { volume };
  const sound = new Sound(
    () => settings.volume,
    () => {
      made.push(new Instrument());
      return made.at(-1) as unknown as AudioContext;
    },
  );
  return { sound, made, settings };
}

describe("the sounds", () => {
  afterEach(() => vi.useRealTimers());

  it("has at least eight signs, each of its own", () => {
    expect(SIGNS.length).toBeGreaterThanOrEqual(8);
    expect(new Set(Object.values(SCORE).map((tones) => JSON.stringify(tones))).size).toBe(SIGNS.length);
  });

  it("is silent before the first touch", () => {
    const { sound, made } = played();
    sound.play("gong");
    expect(made).toHaveLength(0);
    sound.wake();
    sound.wake();
    expect(made).toHaveLength(1);
    expect(made[0]!.sources).toHaveLength(0);
  });

  it.each(SIGNS)("plays %s, and every tone of it ends in silence", (sign) => {
    const { sound, made } = played();
    sound.wake();
    sound.play(sign);
    const { sources, gains } = made[0]!;
    expect(sources).toHaveLength(SCORE[sign].length);
    for (const source of sources) expect(source.stopped).toBeGreaterThan(source.started);
    for (const envelope of gains.slice(1)) expect(envelope.falls[0]).toBeLessThan(0.001);
  });

  it("opens the line to the loudspeaker while something sounds, and no longer", () => {
    vi.useFakeTimers();
    const { sound, made } = played();
    sound.wake();
    expect(made[0]!.open).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(made[0]!.open).toBe(false);
    sound.play("gong");
    sound.play("coin");
    vi.advanceTimersByTime(1600);
    expect(made[0]!.open).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(made[0]!.open).toBe(false);
  });

  it("keeps to the volume, and to being mute", () => {
    const { sound, made, settings } = played(0.3);
    sound.wake();
    sound.play("coin");
    expect(made[0]!.gains[0]!.gain.value).toBe(0.3);
    settings.volume = 0;
    made[0]!.currentTime = 2;
    sound.play("coin");
    expect(made[0]!.sources).toHaveLength(SCORE.coin.length);
  });

  it("makes nothing at all for whoever is mute from the start, until they are not", () => {
    const { sound, made, settings } = played(0);
    sound.wake();
    expect(made).toHaveLength(0);
    settings.volume = 1;
    sound.wake();
    expect(made).toHaveLength(1);
  });

  it("is heard once when the same sign comes twice in one breath", () => {
    const { sound, made } = played();
    sound.wake();
    sound.play("deal");
    sound.play("deal");
    sound.play("turn");
    expect(made[0]!.sources).toHaveLength(SCORE.deal.length + SCORE.turn.length);
    made[0]!.currentTime = 1.1;
    sound.play("deal");
    expect(made[0]!.sources).toHaveLength(2 * SCORE.deal.length + SCORE.turn.length);
  });
});
