// SHA-256, which seals one's share of luck: without https, as at home, browsers do not offer their own.
const ROUNDS = 64;
const [ROOTS, START] = constants();

/** The first 32 bits of the fractions of the cube and square roots of the first primes, as in the standard. */
function constants(): [Uint32Array, Uint32Array] {
  const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  const primes: number[] = [];
  for (let number = 2; primes.length < ROUNDS; number++) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  return [
    Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  ];
}

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The message, a one bit, zeros, and its length in bits, in blocks of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, message.length * 8);
  return view;
}

export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = padded(message);
  const hash = START.slice();
  const words = new Uint32Array(ROUNDS);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let n = 0; n < ROUNDS; n++) words[n] = n < 16 ? blocks.getUint32(at + 4 * n) : scheduled(words, n);
    mix(hash, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, n) => digest.setUint32(4 * n, word));
  return new Uint8Array(digest.buffer);
}

function scheduled(words: Uint32Array, n: number): number {
  const near = words[n - 2]!;
  const far = words[n - 15]!;
  const first = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
  const second = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
  return (words[n - 16]! + first + words[n - 7]! + second) | 0;
}

/** One block into the hash; the letters are those of the standard. */
function mix(hash: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < ROUNDS; n++) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROOTS[n]! + words[n]!) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => (hash[n] = (hash[n]! + word) | 0));
}
