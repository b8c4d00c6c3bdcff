// Little words before names: the page says what the terminal says.
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";
import cases from "./linking.cases.json";
import { firstSound, linked } from "./linking";

const files = import.meta.glob<Record<string, string>>("../../words/*.json", { import: "default", eager: true });
/** Arguments that are numbers. */
const NUMBERS = ["from", "to", "least", "most", "ahead", "inside", "outside", "number"];
const WORDS: Record<string, string> = { fr: "[Dd]e|[Qq]ue", it: "[ae]", es: "[yo]" };

describe("a little word before a name", () => {
  it.each(cases)("$message in $language before $name", ({ language, message, name, said }) => {
    const { pattern, sounding } = linked(message, language);
    const given: Record<string, string> = { seat: name };
    for (const one of sounding) given[`${one}_sound`] = firstSound(name);
    expect(new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true }).format(given)).toBe(said);
  });

  it.each(Object.keys(WORDS))("is never written fast in the page's words in %s", (language) => {
    const messages = Object.entries(files[`../../words/${language}.json`]!);
    const fast = messages.flatMap(([key, text]) =>
      [...text.matchAll(new RegExp(`(?:^|[^\\p{L}])(?:${WORDS[language]}) \\{(\\w+)\\}`, "gu"))]
        .filter(([, name]) => !NUMBERS.includes(name!))
        .map(([found]) => `${key}: ${found}`),
    );
    expect(fast).toEqual([]);
    const unknown = messages.filter(([, text]) => linked(text, language).pattern.includes("~"));
    expect(unknown).toEqual([]);
  });
});
