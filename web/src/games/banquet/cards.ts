// What the page must know of the cards to draw them: their class, in the order of the rules' own list.
const CLASSES: Record<string, string[]> = {
  dish: ["olives", "figs", "carp", "snails", "mullet", "peacock", "dormouse", "boar", "piglet"],
  wine: ["small_cup", "cup", "amphora"],
  poison: ["poison"],
  present: ["ring", "toga", "vase", "mirror", "perfume", "sandals"],
  dagger: ["dagger"],
  minus: ["feather", "dance", "bill", "doze"],
  special: ["food_taster", "umbra", "hymn"],
};
export const CLASS_OF: Record<string, string> = Object.fromEntries(
  Object.entries(CLASSES).flatMap(([kind, cards]) => cards.map((card) => [card, kind])),
);
export const GUESTS = [
  "octavius",
  "septimus",
  "cassius",
  "claudius",
  "vespasianus",
  "messalina",
  "caesonia",
  "agrippina",
];
export const PLACES = ["discard", "keep", "gift"] as const;
