// Which lines and veils were added from this page, by which seat: known nowhere else, and gone when the page is left.
import { SvelteSet } from "svelte/reactivity";
import type { LiveTable } from "../lib/table.svelte";

const own = new SvelteSet<string>();

const keyOf = (table: LiveTable, option: string, text: string) =>
  JSON.stringify([table.id, table.told?.you.seat ?? null, option, text.toLocaleLowerCase()]);

export function isOwn(table: LiveTable, option: string, text: string): boolean {
  return own.has(keyOf(table, option, text));
}

/** Remember a wish of this seat, or forget it. */
export function note(table: LiveTable, option: string, text: string, on: boolean): void {
  if (on) own.add(keyOf(table, option, text));
  else own.delete(keyOf(table, option, text));
}
