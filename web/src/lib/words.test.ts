// @vitest-environment jsdom
// The page speaks five languages, and none of them may lack a word or ask for something the page does not give.
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";
import { calledAt } from "./games";
import { LANGUAGES } from "./languages";
import { words } from "./words.svelte";

type Messages = Record<string, string>;
type Part = ReturnType<IntlMessageFormat["getAst"]>[number];

const files = {
  ...import.meta.glob<Messages>("../../words/*.json", { eager: true, import: "default" }),
  ...import.meta.glob<Messages>("../games/*/words/*.json", { eager: true, import: "default" }),
};
const folders = [...new Set(Object.keys(files).map((file) => file.slice(0, file.lastIndexOf("/"))))];
const places = folders.flatMap((folder) => LANGUAGES.map((language) => ({ folder, language })));

/** The names of all arguments of a message, those inside its plurals and selects too. */
function argumentsOf(pattern: string, language: string): Set<string> {
  const found = new Set<string>();
  const walk = (parts: Part[]): void => {
    for (const part of parts) {
      // Plain text and the number sign of a plural carry no name of their own.
      if ("value" in part && !("options" in part) && part.type !== 0) found.add(part.value);
      if ("options" in part) {
        found.add(part.value);
        for (const option of Object.values(part.options)) walk(option.value);
      }
    }
  };
  walk(new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true }).getAst());
  return found;
}

describe.each(places)("the words of the page in $folder/$language.json", ({ folder, language }) => {
  const english = files[`${folder}/en.json`]!;
  const messages = files[`${folder}/${language}.json`] ?? {};
  it("have the same keys as the English ones, in the same order", () => {
    expect(Object.keys(messages), `add it to ${folder}/${language}.json`).toEqual(Object.keys(english));
  });

  it("can all be read and ask for nothing the English ones do not", () => {
    const asked = Object.entries(messages).flatMap(([key, pattern]) => {
      const given = argumentsOf(english[key] ?? "", "en");
      return [...argumentsOf(pattern, language)].filter((name) => !given.has(name)).map((name) => `${key}: ${name}`);
    });
    expect(asked).toEqual([]);
  });

  it("hold no straight quotes and no tags", () => {
    expect(Object.entries(messages).filter(([, pattern]) => /["'<>]/.test(pattern))).toEqual([]);
  });
});

describe("the words of three games", () => {
  it("are never mixed, although the games call different things by the same key", async () => {
    const said = async (game: string, key: string) => {
      await words.load("en", game);
      return words.say(key);
    };
    expect(await said("bacchanalia", "answer.pass")).toBe("Let it pass");
    expect(await said("banquet", "answer.pass")).toBe("Pass");
    expect(await said("benhur", "game.name")).toBe("Ben Hur");
    await words.load("fr");
    expect(words.say("game.name")).toBe("Ben Hur");
  });
  it("tell what has a number and no name yet by a question mark, not by a key", async () => {
    await words.load("en", "benhur");
    const told = (called = {}) => words.tell("benhur", "event", "whip_held", { chariot: 1 }, ["Livia"], called);
    expect(told()).toContain("?");
    expect(told()).not.toContain("chariot.1");
    expect(told({ chariot: ["Sidon", "Messala"] })).toContain("Messala");
    expect(calledAt("benhur", null, ["Livia"])).toEqual({});
  });
  it("follow the last wish, whichever file comes first", async () => {
    await Promise.all([words.load("nl", "banquet"), words.load("it", "bacchanalia")]);
    expect([words.language, words.say("game.name")]).toEqual(["it", "Bacchanalia"]);
  });
});
