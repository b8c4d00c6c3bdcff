// Renders every drawing that a game names in `src/games/NAME/art.ts` to an SVG file of its own, so that books and
// printed cards show what the page shows. Colours of the page become plain values; scoped styles go along.
import { svelte, vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const tokens = coloursOf(readFileSync(join(here, "src/styles/tokens.css"), "utf8"));

const vite = await createServer({
  root: here,
  configFile: false,
  appType: "custom",
  logLevel: "error",
  server: { middlewareMode: true, hmr: false, watch: null },
  plugins: [svelte({ configFile: false, preprocess: vitePreprocess(), compilerOptions: { css: "injected" } })],
});
try {
  const { render } = await vite.ssrLoadModule("svelte/server");
  const { games } = await vite.ssrLoadModule("/src/lib/art.ts");
  for (const [game, drawings] of Object.entries(games)) {
    const folder = join(here, "../src/triclinium/games", game, "art");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, drawing] of Object.entries(drawings))
      writeFileSync(join(folder, `${name}.svg`), plain(render(drawing.draws, { props: drawing.props }), drawing));
  }
} finally {
  await vite.close();
}

/** One SVG that needs nothing from outside: no variables, no page around it. */
function plain({ head, body }, { frame, ink = "var(--ink)" }) {
  const style = [...head.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((found) => found[1]).join("\n");
  let svg = body.replace(/<!--[\s\S]*?-->/g, "").trim();
  if (frame) svg = `<svg viewBox="${frame}">${svg}</svg>`;
  if (!svg.startsWith("<svg") || !svg.endsWith("</svg>")) throw new Error(`no drawing: ${svg.slice(0, 80)}`);
  const css = style
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(?<![-\w])(width|height|max-width|flex|display|vertical-align)\s*:[^;}]*;?/g, "")
    .replace(/\s+/g, " ");
  const [, width, height] = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg);
  svg = svg.replace(/^<svg/, `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`);
  svg = svg.replace(/>/, `><style>${css}</style>`);
  return resolved(svg).replaceAll("currentColor", resolved(ink)) + "\n";
}

/** The text with every variable replaced by its value. */
function resolved(text) {
  const step = text.replace(/var\((--[\w-]+)(?:,\s*([^()]*))?\)/g, (whole, name, otherwise) => {
    const value = tokens.get(name) ?? otherwise;
    if (value === undefined) throw new Error(`no value for ${whole}`);
    return value;
  });
  if (step !== text) return resolved(step);
  return text.replace(
    /rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)/g,
    (_, r, g, b, part) => `rgba(${r},${g},${b},${part / 100})`,
  );
}

/** The day's colours, as they are declared first. */
function coloursOf(css) {
  const found = new Map();
  for (const [, name, value] of css.matchAll(/(--[\w-]+):\s*([^;]+);/g)) if (!found.has(name)) found.set(name, value);
  return found;
}
