// What a guest wants, as the table has agreed on dishes.
import { words } from "../../lib/words.svelte";
import type { Guest, View } from "./types";

export function goalOf(guest: Guest, view: View): string {
  return words.say(`guest.${guest}.goal`, { different_dishes: view.table.different_dishes });
}
