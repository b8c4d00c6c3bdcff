// The secrets of a table's links, kept in the host's browser alone; an address carries them behind its # only.
const KEPT = "triclinium-links-";

export interface Links {
  invite: string;
  watch: string;
}

export function keepLinks(table: string, invite: string, watch: string): void {
  localStorage.setItem(KEPT + table, JSON.stringify({ invite, watch }));
}

export function linksOf(table: string): Links | null {
  const kept = localStorage.getItem(KEPT + table);
  return kept ? (JSON.parse(kept) as Links) : null;
}

export function address(table: string, kind: string, secret: string): string {
  return `${location.origin}/t/${table}#${kind}=${secret}`;
}
