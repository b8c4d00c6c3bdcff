// Renders every drawing that a game names in `src/games/NAME/art.ts` to an SVG file of its own, so that books and
// printed cards show what the page shows. What the style sheets say is written into each element as plain values.
import { svelte, vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { JSDOM } from "jsdom";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const { window } = new JSDOM("<body></body>");
const tokens = new Map();
for (const [, name, value] of readFileSync(join(here, "src/styles/tokens.css"), "utf8").matchAll(
  /(--[\w-]+):\s*([^;]+);/g,
))
  if (!tokens.has(name)) tokens.set(name, value); // the day's colours are declared first
/** What of a style a drawing on paper keeps. */
const KEPT =
  /^(fill|stroke|opacity|color$|font-(size|weight|style)|text-anchor|dominant-baseline|letter-spacing|paint-order|stop-)/;

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

/** One SVG that needs nothing from outside: no style sheet, no variables, no page around it. */
function plain({ head, body }, { frame, ink = "var(--ink)" }) {
  const rules = [...head.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].flatMap(([, css]) => rulesOf(css));
  window.document.body.innerHTML = frame ? `<svg viewBox="${frame}">${body}</svg>` : body;
  const svg = window.document.body.firstElementChild;
  if (svg?.tagName.toLowerCase() !== "svg") throw new Error(`no drawing: ${body.slice(0, 80)}`);
  svg.style.setProperty("color", ink);
  dress(svg, rules, new Map(tokens));
  const [, , width, height] = svg.getAttribute("viewBox").split(/\s+/);
  for (const [name, value] of Object.entries({ width, height })) svg.setAttribute(name, value);
  const text = new window.XMLSerializer().serializeToString(svg);
  return text.replace(/<!--[\s\S]*?-->/g, "") + "\n";
}

/** Every rule of a style sheet with what it weighs; what moves or depends on the screen is left out. */
function rulesOf(css) {
  const still = css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/@[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  return [...still.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors, declared]) =>
    selectors.split(",").map((selector) => ({
      selector: selector.trim(),
      weight: (selector.match(/[.[:]/g) ?? []).length * 100 + (selector.match(/(^|[\s>+~])[a-z]/g) ?? []).length,
      declared: declarationsOf(declared),
    })),
  );
}

function declarationsOf(text) {
  return text
    .split(";")
    .map((one) => one.split(/:([\s\S]*)/).map((part) => part?.trim()))
    .filter(([name, value]) => name && value)
    .flatMap(([name, value]) => (name === "font" ? fontOf(value) : [[name, value]]));
}

/** A size and a weight: the letters of a drawing on paper are those of its book. */
function fontOf(value) {
  const [, weight = "400", size] = /^(\w+\s+)?([\d.]+px)/.exec(value) ?? [];
  return size
    ? [
        ["font-weight", weight.trim()],
        ["font-size", size],
      ]
    : [];
}

/** Write the style of an element and of all within it into the elements themselves. */
function dress(element, rules, above) {
  const own = rules.filter(({ selector }) => element.matches(selector)).sort((a, b) => a.weight - b.weight);
  const declared = new Map(own.flatMap((rule) => rule.declared));
  for (const [name, value] of declarationsOf(element.getAttribute("style") ?? "")) declared.set(name, value);
  const known = new Map(above);
  for (const [name, value] of declared) if (name.startsWith("--")) known.set(name, resolved(value, known));
  if (declared.has("color")) known.set("currentColor", resolved(declared.get("color"), known));
  for (const { name, value } of [...element.attributes]) element.setAttribute(name, resolved(value, known));
  for (const [name, value] of declared)
    if (KEPT.test(name) && name !== "color") element.setAttribute(name, resolved(value, known).replace(/px\b/g, ""));
  if (element.tagName === "text") element.setAttribute("font-family", "Libertinus Serif");
  for (const child of element.children) dress(child, rules, known);
  const [, r, cx, cy] = /circle\(([\d.]+)px at ([\d.]+)px ([\d.]+)px\)/.exec(declared.get("clip-path") ?? "") ?? [];
  if (r) {
    const name = `clip-${cx}-${cy}-${r}`;
    const round = `<clipPath id="${name}"><circle cx="${cx}" cy="${cy}" r="${r}"/></clipPath>`;
    element.insertAdjacentHTML("afterbegin", round);
    element.setAttribute("clip-path", `url(#${name})`);
  }
  // Last, because what a child looks like may depend on the classes above it.
  for (const name of ["class", "style", "aria-hidden", "role", "aria-label"]) element.removeAttribute(name);
}

/** The text with every variable replaced by its value. */
function resolved(text, known) {
  const step = text.replace(
    /var\((--[\w-]+)(?:,\s*([^()]*))?\)/g,
    (_, name, otherwise) => known.get(name) ?? otherwise ?? "",
  );
  if (step !== text) return resolved(step, known);
  return text
    .replace(/currentColor/g, known.get("currentColor") ?? "currentColor")
    .replace(/rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)/g, (_, r, g, b, part) => `rgba(${r},${g},${b},${part / 100})`);
}
