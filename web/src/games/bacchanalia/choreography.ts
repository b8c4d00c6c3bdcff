// What travels in a tale when something happens. Places: `deck`, `god:DEUS` in the circle, `umbra:CARD:N` for the Nth
// Umbra of a kind where it lies, `seat:N` for what a player holds, `knot:N` on the thread of the Parcae.
import type { Move } from "../../lib/travel";
import type { Card, Event, View } from "./types";

/** How many Umbra of each kind have set off already, for each state they lead to. */
const drawn = new WeakMap<View, Map<Card, number>>();

export function choreography(event: Event, view: View): Move[] {
  switch (event.kind) {
    case "umbra_drawn":
      return [{ what: `umbra:${event.card}:${nextOf(view, event.card)}`, from: "deck", turns: true }];
    case "parcae_shown":
      return [{ what: `knot:${event.number - 1}`, from: "deck" }];
    case "deus_handed":
      return [{ what: `god:${event.card}`, to: `seat:${event.to}` }];
    case "deus_taken":
      return [{ what: `god:${event.card}`, to: `seat:${event.seat}` }];
    case "deus_taken_from":
      return [{ what: `god:${event.card}`, from: `seat:${event.owner}`, to: `seat:${event.seat}` }];
    case "deus_put":
      return [{ what: `god:${event.card}`, from: `seat:${event.seat}` }];
    case "bacchus_passed":
    case "bacchus_left_to":
      return [{ what: "god:bacchus", from: `seat:${event.seat}`, to: `seat:${event.to}` }];
    case "minerva_given":
      return [{ what: "god:minerva", from: `seat:${event.seat}`, to: `seat:${event.to}` }];
    default:
      return [];
  }
}

function nextOf(view: View, card: Card): number {
  const counts = drawn.get(view) ?? new Map<Card, number>();
  drawn.set(view, counts);
  const number = counts.get(card) ?? 0;
  counts.set(card, number + 1);
  return number;
}
