import { expect, it } from "vitest";
import { sha256 } from "./sha256";

it("gives the same digest as the browser’s own, whatever the length", async () => {
  for (let length = 0; length < 200; length++) {
    const message = Uint8Array.from({ length }, (_, n) => (n * 37 + length) & 255);
    expect([...sha256(message)]).toEqual([...new Uint8Array(await crypto.subtle.digest("SHA-256", message))]);
  }
});
