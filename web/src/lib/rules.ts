// Every paragraph of the rules has an address of its own, and every prompt and refusal has its paragraph.
import vocabulary from "./vocabulary.json";

export interface Paragraph {
  game: string;
  name: string;
}

type Paragraphs = Record<string, { paragraph: Record<string, string> }>;
const GAMES = vocabulary as unknown as Paragraphs;

/** The address of a paragraph within the page: `#rules/GAME/variant-3`. */
export function placeOf({ game, name }: Paragraph): string {
  return `#rules/${game}/${name.replaceAll(" ", "-")}`;
}

export function readPlace(hash: string): Paragraph | null {
  const found = /^#rules\/([a-z]+)\/([\w-]+)$/.exec(hash);
  const [, game = "", place = ""] = found ?? [];
  if (!(game in GAMES)) return null;
  const known = new Set(Object.values(GAMES[game]!.paragraph));
  const name = [...known].find((one) => one.replaceAll(" ", "-") === place) ?? place;
  return { game, name };
}

/** The id of a paragraph's place in the list of rules. */
export function anchorOf(name: string): string {
  return `rule-${name.replaceAll(" ", "-")}`;
}

/** The paragraph that a prompt (`prompt.pick`) or a refusal (`refused.offer_home`) rests on; none for the table's own. */
export function paragraphOf(game: string, key: string): Paragraph | null {
  const name = GAMES[game]?.paragraph[key];
  return name ? { game, name } : null;
}
