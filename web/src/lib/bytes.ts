// Bytes as the table writes them: two small hexadecimal digits each.
export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function unhex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** 128 random bits. */
export function freshBits(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}
