// How much of a table this viewer has seen: kept in this browser, so that whoever comes back can be told the rest.
const KEPT = "triclinium-seen-";

export function keepSeen(table: string, seat: number | null, events: number): void {
  localStorage.setItem(key(table, seat), String(events));
}

/** How many events were seen; null for somebody who has never been here. */
export function seenSoFar(table: string, seat: number | null): number | null {
  const kept = localStorage.getItem(key(table, seat));
  return kept === null ? null : Number(kept);
}

function key(table: string, seat: number | null): string {
  return `${KEPT}${table}-${seat ?? "watching"}`;
}
