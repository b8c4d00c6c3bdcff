// Who somebody cannot be, by what everybody at the table knows (BB-14, BB-21); and one's own guest is nobody else.
import { PLOTTERS } from "./guests";
import { GOALS, GUEST_NAMES, type Guest, type View } from "./types";

/** Why not: each has words of its own. */
export type Reason = "open" | "own" | "out" | "conspirator" | "goal";

/** How far a seat is on its way to what a guest wants to eat, drink or collect; null for who wants none of it. */
export function progress(view: View, seat: number, guest: Guest): { what: string; has: number; wants: number }[] {
  const shown = view.seats[seat]!;
  const wants = GOALS[guest];
  if (!wants) return [];
  const kinds = view.table.different_dishes && guest !== "caligula";
  return [
    { what: "dishes", has: kinds ? shown.dish_kinds : shown.dishes, wants: wants.dishes },
    { what: "wine_points", has: shown.wine, wants: wants.wine },
    { what: "presents", has: shown.presents, wants: wants.presents },
  ].filter((one) => one.wants > 0);
}

export function refuted(view: View, seat: number): Partial<Record<Guest, Reason>> {
  const found: Partial<Record<Guest, Reason>> = {};
  for (const guest of GUEST_NAMES) {
    const reason = reasonAgainst(view, seat, guest);
    if (reason) found[guest] = reason;
  }
  return found;
}

function reasonAgainst(view: View, seat: number, guest: Guest): Reason | null {
  const shown = view.seats[seat]!;
  if (shown.guest !== null) return shown.guest === guest ? null : "open";
  if (guest === "caligula") return view.out.some((out) => out.guest === guest) ? "out" : "open";
  if (view.you?.guest === guest && view.seat !== seat) return "own";
  if (PLOTTERS.includes(guest) && shown.no_conspirator) return "conspirator";
  if (!mayReturn(view, seat, guest)) return "out";
  const steps = progress(view, seat, guest);
  return steps.length > 0 && steps.every(({ has, wants }) => has >= wants) ? "goal" : null;
}

/** A guest who is out comes back only to a seat that was dealt one after Caligula fell and after that guest left. */
function mayReturn(view: View, seat: number, guest: Guest): boolean {
  const out = view.out.find((one) => one.guest === guest);
  if (!out) return true;
  const fall = view.out.find((one) => one.guest === "caligula");
  if (!view.conspirators_barred || !fall || PLOTTERS.includes(guest)) return false;
  const dealt = view.seats[seat]!.dealt_when;
  return dealt >= fall.when && dealt >= out.when;
}
