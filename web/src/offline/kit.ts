// What playing without a network needs, fetched once when somebody asks for it, and kept by the browser.
import { keepReadiness } from "./local";

/** Made with the page (`make_kit.js`). */
export interface Kit {
  /** The folder of Python itself. */
  python: string;
  /** Our own sources, and packages they need. */
  sources: string;
  wheels: string[];
  /** Everything, the page included. */
  files: string[];
  /** How much of it is fetched, in bytes. */
  bytes: number;
}

/** As in `worker.js`. */
const KEPT = "triclinium-1";

export async function readKit(): Promise<Kit> {
  return (await (await fetch("/kit.json")).json()) as Kit;
}

/** Fetch everything; `told` hears how many of how many files are there. */
export async function fetchKit(told: (done: number, of: number) => void): Promise<void> {
  const kit = await readKit();
  const cache = await caches.open(KEPT);
  const files = ["/", "/kit.json", "/api/games", ...kit.files];
  for (const [number, file] of files.entries()) {
    told(number, files.length);
    if (file.startsWith("/assets/") && (await cache.match(file))) continue; // its name changes with its contents
    const found = await fetch(file);
    if (!found.ok) throw new Error(file);
    await cache.put(file, found);
  }
  await forgetOld(cache, kit);
  keepReadiness(kit.sources);
}

/** What an earlier page needed for it is large, and needed no more. */
async function forgetOld(cache: Cache, kit: Kit): Promise<void> {
  for (const { url } of await cache.keys()) {
    const path = new URL(url).pathname;
    if (path.startsWith("/assets/") && !kit.files.includes(path)) await cache.delete(url);
  }
}
