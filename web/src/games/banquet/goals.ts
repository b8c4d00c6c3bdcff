// What a guest wants, as the table has agreed on dishes.
import { words } from "../../lib/words.svelte";

export function goalOf(guest: string, view: { table: { different_dishes: boolean } }): string {
  return words.say(`guest.${guest}.goal`, { different_dishes: view.table.different_dishes });
}
