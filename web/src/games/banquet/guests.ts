// What the page must know of the guests: Caligula sits openly, all others have to be guessed.
import { GUEST_NAMES, type Guest } from "./types";

export const SECRET_GUESTS: readonly Guest[] = GUEST_NAMES.filter((guest) => guest !== "caligula");
export const PLOTTERS: readonly Guest[] = ["octavius", "septimus", "cassius"];
