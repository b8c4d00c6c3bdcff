// Plays games without a network: the table of the server, in Python, here. Rows are kept before anybody is told of them.
import { IntlMessageFormat } from "intl-messageformat";
import type { Told } from "./engine";
import type { Kit } from "./kit";
import { dropRows, keepRows, rowsOf } from "./rows";

interface Turn {
  at: number;
  rows: string[];
  frames: string[];
  wait: number | null;
}
interface Desk {
  call(what: string, ...given: (string | number)[]): string;
}
interface Python {
  unpackArchive(bytes: ArrayBuffer, format: string, options?: { extractDir: string }): void;
  registerJsModule(name: string, module: object): void;
  runPython(code: string): unknown;
}
type Call = { number: number; what: string; given: string[] };

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const messages = new Map<string, IntlMessageFormat>();
const scope = self as unknown as {
  postMessage(told: Told): void;
  onmessage: ((event: MessageEvent<Call>) => void) | null;
};
let desk: Promise<Desk> | null = null;
let turn: Promise<unknown> = Promise.resolve();

/** A sentence of a narrator, by the browser's own knowledge of languages. */
function formatted(pattern: string, language: string, given: Record<string, string | number>): string {
  const key = `${language} ${pattern}`;
  let message = messages.get(key);
  if (!message) messages.set(key, (message = new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true })));
  return String(message.format(given));
}

async function bytes(address: string): Promise<ArrayBuffer> {
  return (await fetch(address)).arrayBuffer();
}

async function start(): Promise<Desk> {
  const kit = (await (await fetch("/kit.json")).json()) as Kit;
  const { loadPyodide } = (await import(/* @vite-ignore */ `${kit.python}pyodide.mjs`)) as {
    loadPyodide(options: object): Promise<Python>;
  };
  const indexURL = new URL(kit.python, location.origin).href;
  const [python, sources, ...wheels] = await Promise.all([
    loadPyodide({ indexURL }),
    bytes(kit.sources),
    ...kit.wheels.map(bytes),
  ]);
  for (const wheel of wheels) python.unpackArchive(wheel, "wheel");
  python.unpackArchive(sources, "gztar", { extractDir: "/table" });
  python.registerJsModule("browser_words", { formatted });
  return python.runPython(
    "import sys; sys.path.insert(0, '/table'); from triclinium.table.alone.desk import Desk; Desk()",
  ) as Desk;
}

async function call<T>(what: string, ...given: (string | number)[]): Promise<{ done: T } | { refused: never }> {
  desk ??= start();
  return JSON.parse((await desk).call(what, ...given)) as { done: T } | { refused: never };
}

/** Keep the rows of a turn, then tell of it, and see to what is due. */
async function carryOut(table: string, { at, rows, frames, wait }: Turn): Promise<void> {
  if (rows.length) await keepRows(table, at, rows);
  scope.postMessage({ table, frames });
  clearTimeout(timers.get(table));
  if (wait === null) timers.delete(table);
  else
    timers.set(
      table,
      setTimeout(() => then(() => step(table)), wait),
    );
}

async function step(table: string): Promise<void> {
  if (!timers.delete(table)) return; // closed meanwhile
  const found = await call<Turn>("step", table, Date.now());
  if ("done" in found) await carryOut(table, found.done);
}

async function does({ what, given }: Call): Promise<object> {
  const [table = "", ...more] = given;
  const now = Date.now();
  switch (what) {
    case "open":
    case "hear": {
      const found =
        what === "open"
          ? await call<Turn>("open", table, JSON.stringify(await rowsOf(table)), now)
          : await call<Turn>("hear", table, more[0]!, now);
      if ("done" in found) await carryOut(table, found.done);
      return "done" in found ? { done: null } : found;
    }
    case "make":
    case "again":
      return call(what, table, now);
    case "along":
      await call("open", table, JSON.stringify(await rowsOf(table)), now);
      return call("along", table);
    case "shut":
    case "drop":
      clearTimeout(timers.get(table));
      timers.delete(table);
      if (what === "drop") await dropRows(table);
      return desk ? call("shut", table) : { done: null };
    case "ask":
      return call("ask", table, ...more);
    default:
      return { done: await (desk ??= start()).then(() => null) };
  }
}

/** One thing after the other. */
function then(next: () => Promise<unknown>): void {
  turn = turn.then(next, next);
}

scope.onmessage = ({ data }) =>
  then(async () => {
    try {
      scope.postMessage({ number: data.number, ...(await does(data)) } as Told);
    } catch (error) {
      scope.postMessage({ number: data.number, failed: String(error) });
    }
  });
