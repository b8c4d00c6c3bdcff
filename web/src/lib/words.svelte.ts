// Words for people, from the same files the terminal reads, in one of five languages.
import { IntlMessageFormat } from "intl-messageformat";
import type { Called } from "./game";
import { LANGUAGES, type Language } from "./languages";
import { firstSound, linked } from "./linking";
import type { Data, Json } from "./types";
import vocabulary from "./vocabulary.json";

type Messages = Record<string, string>;
type Arguments = Record<string, string | number | string[] | boolean>;
type Schema = Record<string, Record<string, string>>;
type Groups = Record<string, Record<string, Schema>>;

const files = {
  ...import.meta.glob<Messages>("../../words/*.json", { import: "default" }),
  ...import.meta.glob<Messages>("../games/*/words/*.json", { import: "default" }),
  ...import.meta.glob<Messages>("../../../src/triclinium/words/*.json", { import: "default" }),
  ...import.meta.glob<Messages>("../../../src/triclinium/games/*/words/*.json", { import: "default" }),
};
const SCHEMAS = vocabulary as unknown as Groups;
/** What each game numbers besides seats. */
const NUMBERED = Object.entries(vocabulary).map(([game, { numbered }]) => [game, numbered as string[]] as const);
const KEPT = "triclinium-language";

class Words {
  language = $state<Language>("en");
  /** Another number whenever other words are loaded: what was said with the old ones must be said again. */
  loaded = $state(0);
  private messages = $state.raw<Messages>({});
  private compiled = new Map<string, { format: IntlMessageFormat; sounding: string[] }>();
  private game: string | null = null;
  private wished = 0;

  /** Speak a language, and of one game: two games may call different things by the same key. */
  async load(language: Language, game: string | null = this.game): Promise<void> {
    this.game = game;
    const wish = ++this.wished;
    const wanted = ["../../words/", "../../../src/triclinium/words/"];
    if (game) wanted.push(`../games/${game}/words/`, `../../../src/triclinium/games/${game}/words/`);
    const found = await Promise.all(wanted.map((folder) => files[`${folder}${language}.json`]?.() ?? {}));
    if (wish !== this.wished) return; // something else has been wished for since
    this.messages = Object.assign({}, ...found) as Messages;
    this.compiled.clear();
    this.loaded = wish;
    this.language = language;
    document.documentElement.lang = language;
    localStorage.setItem(KEPT, language);
  }

  has(key: string): boolean {
    return key in this.messages;
  }

  /** All keys with this beginning, in the order they are written. */
  keys(prefix: string): string[] {
    return Object.keys(this.messages).filter((key) => key.startsWith(prefix));
  }

  /** A message by its key, as plain text. */
  say(key: string, args: Arguments = {}): string {
    const pattern = this.messages[key];
    if (pattern === undefined) return key;
    let message = this.compiled.get(key);
    if (!message) {
      const { pattern: chosen, sounding } = linked(pattern, this.language);
      message = { format: new IntlMessageFormat(chosen, this.language, undefined, { ignoreTag: true }), sounding };
      this.compiled.set(key, message);
    }
    const given: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(args)) {
      if (Array.isArray(value)) {
        given[name] = this.joined(value);
        given[`${name}_count`] = value.length;
      } else given[name] = typeof value === "boolean" ? String(value) : value;
    }
    for (const name of message.sounding) given[`${name}_sound`] = firstSound(String(given[name]));
    return String(message.format.format(given));
  }

  /** Why something was refused; a key without words of its own says at least that it was. */
  problem(key: string, args: Data = {}): string {
    return this.has(key) ? this.say(key, args as Record<string, string | number>) : this.say("page.refused");
  }

  /** What a bot is called, and what it is like; one without words keeps the name it has in the house. */
  bot(name: string): string {
    return this.has(`bot.${name}`) ? this.say(`bot.${name}`) : name;
  }

  botLine(name: string): string {
    return this.has(`bot.${name}.line`) ? this.say(`bot.${name}.line`) : "";
  }

  joined(items: string[]): string {
    if (items.length === 0) return this.say("nothing");
    let said = items[0]!;
    for (const item of items.slice(1, -1)) said = this.say("list.next", { first: said, last: item });
    if (items.length > 1) {
      const last = items[items.length - 1]!;
      said = this.say("list.last", { first: said, last });
    }
    return said;
  }

  name(kind: string, key: Json): string {
    return key === null ? this.say("nothing") : this.say(`${kind}.${key}`);
  }

  /** An event, prompt, answer or refusal from its data, each part said as the game declares it. */
  tell(game: string, group: string, name: string, data: Data, names: string[], called: Called = {}): string {
    const declared = SCHEMAS[game]?.[group]?.[name];
    // What belongs to the table, not the game, has plain arguments: a reason, a number.
    if (!declared) return this.say(`${group}.${name}`, data as Record<string, string | number>);
    const numbered = NUMBERED.find(([id]) => id === game)?.[1] ?? [];
    const all: Called = { seat: names, ...Object.fromEntries(numbered.map((kind) => [kind, []])), ...called };
    const args: Arguments = {};
    for (const [argument, kind] of Object.entries(declared)) {
      Object.assign(args, this.argument(argument, kind, data[argument] ?? null, all));
    }
    return this.say(`${group}.${name}`, args);
  }

  /** One argument as a message uses it; `called` names the numbered things there are: seats, and what a game has. */
  private argument(name: string, kind: string, value: Json, called: Called): Arguments {
    if (kind === "number" || kind === "text" || kind === "flag") return { [name]: (value ?? "") as string };
    const one = called[kind];
    if (one) return { [name]: value === null ? this.say("nobody") : (one[value as number] ?? "?") };
    const several = called[kind.replace(/s$/, "")];
    if (several) return { [name]: (value as number[]).map((number) => several[number] ?? "?") };
    if (kind === "degrees") {
      const side = (value as number) > 0 ? "left" : (value as number) < 0 ? "right" : "straight";
      return { [name]: this.say(`degrees.${side}`, { number: Math.abs(value as number) }), [`${name}_is`]: side };
    }
    if (Array.isArray(value)) return { [name]: value.map((each) => this.name(kind.replace(/s$/, ""), each)) };
    return { [name]: this.name(kind, value), [`${name}_is`]: value === null ? "nothing" : String(value) };
  }
}

export const words = new Words();

export function preferred(): Language {
  const kept = localStorage.getItem(KEPT);
  if (kept && (LANGUAGES as readonly string[]).includes(kept)) return kept as Language;
  const spoken = navigator.languages.map((language) => language.slice(0, 2));
  return (spoken.find((language) => (LANGUAGES as readonly string[]).includes(language)) as Language) ?? "en";
}
