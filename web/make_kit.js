// What playing without a network needs, written beside the built page: Python for the browser (the package pyodide), our
// own sources, the one package they need, and `kit.json`, which names all files. Nothing of it is part of the first load.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const WEB = dirname(fileURLToPath(import.meta.url));
const ROOT = join(WEB, "..");
const SOURCES = join(ROOT, "src", "triclinium");
const PYODIDE = join(WEB, "node_modules", "pyodide");
const PYTHON = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];
/** Of the server only what a table is; of a game not what studies, draws or searches it. */
const TAKEN = [
  /^__init__\.py$/,
  /^(bots|core|words)\/[^/]+\.(py|json)$/,
  /^games\/[^/]+\/(brain|data|rules|views|words)\/.+\.(py|json|toml)$/,
  /^games\/([^/]+\/)?[^/]+\.py$/,
  /^table\/(__init__\.py|(alone|log|play)\/.+\.py)$/,
  /^table\/protocol\/(?!problems).+\.py$/,
  /^table\/people\/(__init__|crediting|personal)\.py$/,
  /^table\/ops\/(__init__|journal)\.py$/,
  /^table\/live\/(__init__|changes|positions|replays)\.py$/,
  /^outgoing\.py$/,
];
/** How packages for Pyodide are named, by its version of Python. */
const BUILT_FOR = { python: "3.14", abi: "cp314", platform: "pyemscripten_2026_0_wasm32" };

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .sort();
}

/** An archive as `tar` writes it. */
function tar(files) {
  const parts = [];
  for (const [name, body] of files) {
    const head = Buffer.alloc(512);
    head.write(name, 0, 100);
    head.write("0000644\0" + "0000000\0".repeat(2) + body.length.toString(8).padStart(11, "0") + "\0", 100);
    head.write("00000000000\0" + " ".repeat(8) + "0", 136);
    head.write("ustar\0" + "00", 257);
    const sum = head.reduce((all, byte) => all + byte, 0);
    head.write(sum.toString(8).padStart(6, "0") + "\0 ", 148);
    parts.push(head, body, Buffer.alloc((512 - (body.length % 512)) % 512));
  }
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

function sources() {
  const ours = filesIn(SOURCES)
    .map((file) => [relative(SOURCES, file), file])
    .filter(([name]) => TAKEN.some((taken) => taken.test(name)))
    .map(([name, file]) => [`triclinium/${name}`, readFileSync(file)]);
  const standIns = filesIn(join(WEB, "offline"))
    .filter((file) => file.endsWith(".py"))
    .map((file) => [relative(join(WEB, "offline"), file), readFileSync(file)]);
  return gzipSync(tar([...ours, ...standIns]), { level: 9 });
}

/** The package for Pyodide, fetched once, in the version that everybody else uses; null where it cannot be fetched. */
function wheel() {
  const [, version] = /^msgspec==(.+)$/m.exec(readFileSync(join(ROOT, "constraints.txt"), "utf8"));
  const folder = join(WEB, "node_modules", ".wheels");
  const found = () =>
    existsSync(folder)
      ? readdirSync(folder).find((name) => name.startsWith(`msgspec-${version}-${BUILT_FOR.abi}`))
      : null;
  if (!found()) {
    const { python, abi, platform } = BUILT_FOR;
    const wanted = ["--python-version", python, "--implementation", "cp", "--abi", abi, "--platform", platform];
    const quiet = ["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"];
    const pip = ["-m", "pip", "download", ...quiet, ...wanted, "--dest", folder, `msgspec==${version}`];
    try {
      execFileSync("python", pip, { stdio: ["ignore", "ignore", "inherit"] });
    } catch {
      return null;
    }
  }
  return join(folder, found());
}

/** Write it into the folder of the built page. */
function pack(dir) {
  const fetched = wheel();
  if (!fetched) {
    console.warn("msgspec for Pyodide cannot be fetched: the page is built without games that need no network");
    return;
  }
  const { version } = JSON.parse(readFileSync(join(PYODIDE, "package.json"), "utf8"));
  const folder = join(dir, "assets", `python-${version}`);
  mkdirSync(folder, { recursive: true });
  for (const name of PYTHON) {
    cpSync(join(PYODIDE, name), join(folder, name));
    // Long to compress: the server finds it done.
    if (/\.(wasm|mjs)$/.test(name) && !existsSync(join(folder, `${name}.gz`)))
      writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name))));
  }
  const archive = sources();
  const mark = createHash("sha256").update(archive).digest("hex").slice(0, 8);
  const named = {
    sources: join(folder, `triclinium-${mark}.tar.gz`),
    wheel: join(folder, basename(fetched)),
  };
  for (const name of readdirSync(folder)) if (name.startsWith("triclinium-")) rmSync(join(folder, name));
  writeFileSync(named.sources, archive);
  cpSync(fetched, named.wheel);
  const place = (file) => `/${relative(dir, file)}`;
  const all = filesIn(dir).filter(
    (file) => !/(\.gz|index\.html|worker\.js|kit\.json)$/.test(file) || file === named.sources,
  );
  const bytes = (file) => statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size;
  const told = {
    python: `${place(folder)}/`,
    sources: place(named.sources),
    wheels: [place(named.wheel)],
    files: all.map(place),
    bytes: all.reduce((sum, file) => sum + bytes(file), 0),
  };
  writeFileSync(join(dir, "kit.json"), JSON.stringify(told));
}

/** With every page that is built. */
export function kit() {
  return { name: "kit", apply: "build", writeBundle: ({ dir }) => pack(dir) };
}

// When only our own sources have changed: `node make_kit.js FOLDER`.
if (process.argv[1] === fileURLToPath(import.meta.url)) pack(process.argv[2]);
