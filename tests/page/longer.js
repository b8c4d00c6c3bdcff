// Every word accented and two fifths longer. What stands in a message's braces at odd depth is not for people.
const accented = (word) => word.replace(/[aeiou]/g, (vowel) => "áéíöü"["aeiou".indexOf(vowel)]);
const longer = (pattern) => {
  let depth = 0;
  return pattern.replace(/[{}]|\p{L}+/gu, (part) => {
    if (part === "{") depth += 1;
    else if (part === "}") depth -= 1;
    else if (depth % 2 === 0) return accented(part) + "è".repeat(Math.ceil(part.length * 0.4));
    return part;
  });
};
