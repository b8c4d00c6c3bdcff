import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { kit } from "./make_kit.js";

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
  },
  server: { proxy: { "/api": "http://localhost:8060", "/ws": { target: "ws://localhost:8060", ws: true } } },
});
