import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { kit } from "./make_kit.js";

// A table is there after 30 requests; with a file for whatever two parts of the page share there were 77.
const groups = [
  { name: "first", tags: ["$initial" as const] },
  { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
];

// The page is built into the Python package, which serves it; nothing is inlined, so that the strictest
// content policy holds.
export default defineConfig({
  plugins: [svelte(), kit()],
  // The server knows this worker by its name: only there may WebAssembly be compiled.
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: "assets/offline-worker-[hash].js" } } },
  build: {
    outDir: "../src/triclinium/table/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  // Every file of tests has modules of its own, but not a whole page and process: that takes four times as long.
  test: { pool: "threads", isolate: false, setupFiles: "./test_setup.ts", unstubGlobals: true },
  server: { proxy: { "/api": "http://localhost:8060", "/ws": { target: "ws://localhost:8060", ws: true } } },
});
