// A table as its maker wishes it: what the form holds, what a game allows, and the request that is made of it.
import type { ClockRule, Data, GameTold, Json, NewTable, OptionTold } from "./types";

export const FILE_BYTES = 16_384;
export const CLOCKS = ["none", "move", "bank", "days"] as const;
export type ClockKind = (typeof CLOCKS)[number];
/** Seconds before a bot stands in; null for never. */
export const WAITS: (number | null)[] = [30, 90, 300, 3600, 86_400, null];

export interface Wish {
  game: string;
  seats: number;
  bots: number;
  bot: string;
  options: Record<string, Json>;
  /** Lines of text as they are typed, by the name of their option. */
  lines: Record<string, string>;
  files: Record<string, { name: string; text: string }>;
  quick: boolean;
  clock: { kind: ClockKind; seconds: number; minutes: number; increment: number; days: number };
  wait: number | null;
  undo: string;
  hints: boolean;
  language: string;
}

/** What suits most people. */
export function usualWish(game: GameTold, language: string): Wish {
  const seats = Math.min(game.seats_most, Math.max(game.seats_least, 4));
  return {
    game: game.id,
    seats,
    bots: seats - 1,
    bot: game.usual_bot,
    options: Object.fromEntries(
      game.options
        .filter((option) => kindOf(option) !== "file" && kindOf(option) !== "lines")
        .map((option) => [option.name, option.default]),
    ),
    lines: Object.fromEntries(
      game.options.filter((option) => kindOf(option) === "lines").map((option) => [option.name, ""]),
    ),
    files: {},
    quick: false,
    clock: { kind: "none", seconds: 60, minutes: 10, increment: 10, days: 2 },
    wait: 90,
    undo: "free",
    hints: true,
    language,
  };
}

export type OptionKind = "choice" | "number" | "text" | "lines" | "file";

export function kindOf(option: OptionTold): OptionKind {
  if (option.choices.length) return "choice";
  if (Array.isArray(option.default)) return "lines";
  if (typeof option.default === "number") return "number";
  return typeof option.default === "string" ? "text" : "file";
}

/** What a number may be, given everything else; null where the game sets no limit. */
export function limitsOf(option: OptionTold, wish: Wish): { least: number; most: number } | null {
  const holds = option.limits.find(
    (limit) =>
      limit.option == null || (limit.option === "seats" ? wish.seats : wish.options[limit.option]) === limit.value,
  );
  return holds ?? null;
}

/** The choices that are open, given everything else. */
export function choicesOf(option: OptionTold, wish: Wish): Json[] {
  const limits = limitsOf(option, wish);
  const fits = (choice: Json) =>
    typeof choice !== "number" || !limits || (choice >= limits.least && choice <= limits.most);
  return option.choices.filter(fits);
}

/** Bring every number and choice back within what the rest now allows. */
export function mend(wish: Wish, game: GameTold): void {
  wish.bots = Math.min(wish.bots, wish.seats - 1);
  for (const option of game.options) {
    const limits = limitsOf(option, wish);
    const value = wish.options[option.name];
    if (kindOf(option) === "choice") {
      if (!choicesOf(option, wish).includes(value as Json)) wish.options[option.name] = option.default;
    } else if (limits && typeof value === "number") {
      wish.options[option.name] = Math.min(limits.most, Math.max(limits.least, Math.round(value)));
    }
  }
}

export function clockOf({ kind, seconds, minutes, increment, days }: Wish["clock"]): ClockRule {
  if (kind === "move") return { kind, amount: seconds };
  if (kind === "bank") return { kind, amount: minutes * 60, increment };
  return kind === "days" ? { kind, amount: days } : { kind };
}

/** The request: our seat and those for friends first, bots at the end. */
export function requested(wish: Wish, who: Pick<NewTable, "name" | "avatar">): NewTable {
  const lines: Data = {};
  for (const [option, text] of Object.entries(wish.lines)) {
    lines[option] = text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  }
  return {
    game: wish.game,
    seats: Array.from({ length: wish.seats }, (_, seat) => (seat >= wish.seats - wish.bots ? { bot: wish.bot } : {})),
    ...who,
    options: { ...wish.options, ...lines },
    files: Object.fromEntries(Object.entries(wish.files).map(([option, file]) => [option, file.text])),
    quick: wish.quick,
    clock: clockOf(wish.clock),
    wait: wish.wait,
    undo: wish.undo,
    hints: wish.hints,
    language: wish.language,
  };
}
