// The sounds of the table, made here: nothing is fetched. They come only after the first touch, as browsers and
// neighbours want it, and never tell anything that cannot also be seen.
export const SIGNS = ["deal", "turn", "coin", "whip", "crash", "hooves", "gong", "laurel", "call"] as const;
export type Sign = (typeof SIGNS)[number];

/** One tone, or one rush of air: from which pitch to which, when, for how long and how loud. */
interface Tone {
  wave: OscillatorType | "air";
  from: number;
  to: number;
  at: number;
  lasts: number;
  loud: number;
}
const tone = (wave: Tone["wave"], from: number, to: number, at: number, lasts: number, loud: number): Tone => ({
  wave,
  from,
  to,
  at,
  lasts,
  loud,
});

export const SCORE: Record<Sign, Tone[]> = {
  deal: [tone("air", 2600, 900, 0, 0.09, 0.35)],
  turn: [tone("air", 1200, 3200, 0, 0.06, 0.25), tone("triangle", 420, 560, 0.03, 0.08, 0.18)],
  coin: [tone("sine", 2093, 2093, 0, 0.12, 0.2), tone("sine", 2793, 2793, 0.06, 0.35, 0.2)],
  whip: [tone("air", 900, 7000, 0, 0.08, 0.3), tone("square", 3200, 500, 0.08, 0.04, 0.25)],
  crash: [
    tone("air", 1400, 120, 0, 0.7, 0.7),
    tone("sawtooth", 160, 45, 0, 0.45, 0.4),
    tone("air", 5000, 2000, 0.12, 0.25, 0.25),
  ],
  hooves: [0, 0.11, 0.24, 0.35].map((at) => tone("triangle", 190, 80, at, 0.07, 0.4)),
  gong: [tone("sine", 110, 108, 0, 1.6, 0.5), tone("sine", 276, 272, 0, 1.1, 0.2), tone("sine", 594, 590, 0, 0.6, 0.1)],
  laurel: [392, 523, 659, 784].map((pitch, n) => tone("triangle", pitch, pitch, n * 0.13, n === 3 ? 0.7 : 0.2, 0.3)),
  call: [tone("sine", 660, 660, 0, 0.5, 0.25), tone("sine", 990, 990, 0.09, 0.45, 0.15)],
};

/** The same sign twice in one breath is heard once. */
const APART = 0.07;
const SILENCE = 0.0001;
/** So many seconds after the last tone the line to the loudspeaker is shut: open, it costs power in silence too. */
const LINGERS = 0.5;

export class Sound {
  private audio: AudioContext | null = null;
  private out: GainNode | null = null;
  private air: AudioBuffer | null = null;
  private last = new Map<Sign, number>();
  private until = 0;
  private shutting: ReturnType<typeof setTimeout> | undefined;

  /** `volume` from 0 to 1; 0 is mute. */
  constructor(
    private readonly volume: () => number,
    private readonly make: () => AudioContext = () => new AudioContext(),
  ) {}

  /** The first touch of the page: from now on it may be heard. */
  wake(): void {
    if (this.audio || this.volume() === 0) return;
    this.audio = this.make();
    this.out = this.audio.createGain();
    this.out.connect(this.audio.destination);
    this.open(this.audio);
  }

  play(sign: Sign): void {
    const loud = this.volume();
    if (!this.audio || !this.out || loud === 0) return;
    const now = this.audio.currentTime;
    if (now - (this.last.get(sign) ?? -1) < APART) return;
    this.last.set(sign, now);
    this.out.gain.value = loud;
    for (const one of SCORE[sign]) {
      this.sound(this.audio, this.out, one, now + one.at);
      this.until = Math.max(this.until, now + one.at + one.lasts);
    }
    this.open(this.audio);
  }

  /** Open the line until everything is played. */
  private open(audio: AudioContext): void {
    clearTimeout(this.shutting);
    void audio.resume();
    const seconds = Math.max(0, this.until - audio.currentTime) + LINGERS;
    this.shutting = setTimeout(() => void audio.suspend(), seconds * 1000);
  }

  private sound(audio: AudioContext, out: GainNode, { wave, from, to, lasts, loud }: Tone, at: number): void {
    const envelope = audio.createGain();
    envelope.gain.setValueAtTime(loud, at);
    envelope.gain.exponentialRampToValueAtTime(SILENCE, at + lasts);
    envelope.connect(out);
    const source = wave === "air" ? this.blow(audio, envelope, from, to, at, lasts) : audio.createOscillator();
    if (wave !== "air" && "frequency" in source) {
      source.type = wave;
      source.frequency.setValueAtTime(from, at);
      source.frequency.exponentialRampToValueAtTime(to, at + lasts);
      source.connect(envelope);
    }
    source.start(at);
    source.stop(at + lasts);
  }

  /** A rush of air: noise through a filter that moves. */
  private blow(audio: AudioContext, into: GainNode, from: number, to: number, at: number, lasts: number) {
    this.air ??= noise(audio);
    const source = audio.createBufferSource();
    source.buffer = this.air;
    source.loop = true;
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.setValueAtTime(from, at);
    filter.frequency.exponentialRampToValueAtTime(to, at + lasts);
    source.connect(filter).connect(into);
    return source;
  }
}

function noise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  return buffer;
}
