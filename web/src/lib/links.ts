// The secrets of a table's links, kept in the browser that made them alone; an address carries them behind its # only.
const KEPT = "triclinium-links-";
type Links = Record<string, string>;

function kept(table: string): Links {
  return JSON.parse(localStorage.getItem(KEPT + table) ?? "{}") as Links;
}

export function keepLinks(table: string, invite: string, watch: string): void {
  keepLink(table, "invite", invite);
  keepLink(table, "watch", watch);
}

/** Keep the secret of a link, or forget it. */
export function keepLink(table: string, kind: string, secret: string | null): void {
  const { [kind]: _, ...others } = kept(table);
  localStorage.setItem(KEPT + table, JSON.stringify(secret === null ? others : { ...others, [kind]: secret }));
}

export function linkOf(table: string, kind: string): string | null {
  return kept(table)[kind] ?? null;
}

export function address(table: string, kind: string, secret: string): string {
  return `${location.origin}/t/${table}#${kind}=${secret}`;
}
