import type { Plugin } from "vite";

export function kit(): Plugin;
