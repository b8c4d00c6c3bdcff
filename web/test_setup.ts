// Before every file of tests: nothing is left of the file before.
import { vi } from "vitest";

vi.resetModules();
if ("localStorage" in globalThis) {
  localStorage.clear();
  sessionStorage.clear();
}
