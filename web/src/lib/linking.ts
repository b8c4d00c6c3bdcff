// Little words that change before a name: "de Marcus", but "d’Anna". A message writes such a word with a tilde before
// its argument, `de~{seat}`; the terminal does the same (src/triclinium/words/linking.py).

/** By language, each word that changes: how it is said before certain sounds, and before which. */
const LINKS: Record<string, Record<string, [string, string]>> = {
  fr: { de: ["d’", "aehiou"], De: ["D’", "aehiou"], que: ["qu’", "aehiou"], Que: ["Qu’", "aehiou"] },
  it: { a: ["ad ", "a"], e: ["ed ", "e"] },
  es: { y: ["e ", "i"], o: ["u ", "o"] },
};

/** A message in which every such word is chosen by the sound of what follows, and the arguments whose sound it needs. */
export function linked(message: string, language: string): { pattern: string; sounding: string[] } {
  const sounding: string[] = [];
  const pattern = message.replace(/(\p{L}+)~\{(\w+)\}/gu, (whole, word: string, name: string) => {
    const link = LINKS[language]?.[word];
    if (!link) return whole;
    sounding.push(name);
    const branches = [...link[1]].map((sound) => `${sound} {${link[0]}}`).join(" ");
    return `{${name}_sound, select, ${branches} other {${word} }}{${name}}`;
  });
  return { pattern, sounding };
}

/** The letter a text begins with, to the ear: an i behind a mute h is an i, and so is a y before a consonant. */
export function firstSound(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/œ/g, "oe").replace(/æ/g, "ae");
  if (/^(h?i(?![aeou])|y(?![aeiou]))/.test(plain)) return "i";
  return /^[a-z]/.test(plain) ? plain[0]! : "other";
}
