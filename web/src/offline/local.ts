// The games that are played in this browser without a network: which there are. Everything else about them is fetched
// when it is needed.
const KEPT = "triclinium-local";
const READY = "triclinium-local-ready";

export interface LocalGame {
  id: string;
  game: string;
  /** When it was last played, in milliseconds. */
  since: number;
  over: boolean;
}

export function localGames(): LocalGame[] {
  return JSON.parse(localStorage.getItem(KEPT) ?? "[]") as LocalGame[];
}

export function isLocal(id: string): boolean {
  return id !== "" && (localStorage.getItem(KEPT)?.includes(id) ?? false);
}

export function keepLocal(game: LocalGame): void {
  localStorage.setItem(KEPT, JSON.stringify([game, ...localGames().filter(({ id }) => id !== game.id)]));
}

export function forgetLocal(id: string): void {
  localStorage.setItem(KEPT, JSON.stringify(localGames().filter((game) => game.id !== id)));
}

/** Which files were fetched for playing without a network; empty if none were. */
export const readiness = (): string => localStorage.getItem(READY) ?? "";

export function keepReadiness(kit: string): void {
  localStorage.setItem(READY, kit);
}
