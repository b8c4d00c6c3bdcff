// What travels at a banquet when something happens. Places: `pile`, `ring:SLOT`, `couch:SEAT`, `gift`, and `lies:SEAT:CARD`
// for what lies before somebody.
import type { Move } from "../../lib/travel";
import type { Event, View } from "./types";

export function choreography(event: Event, view: View, before: View): Move[] {
  switch (event.kind) {
    case "card_laid":
      return [{ what: `ring:${event.slot}`, from: "pile", turns: true }];
    case "cards_picked":
      return view.three.picked_from.map((slot) => ({ what: `ring:${slot}`, to: `couch:${event.seat}` }));
    case "gift_offered":
    case "gift_came_home":
    case "gift_forced":
      return view.gift.holder === before.gift.holder ? [] : [{ what: "gift", from: `couch:${event.seat}` }];
    case "card_applied": {
      const given = before.gift.holder === event.seat && before.three.places.includes("gift");
      const what = `lies:${event.seat}:${event.card}`;
      return [given ? { what, from: "gift", turns: true } : { what, from: `couch:${before.active ?? event.seat}` }];
    }
    default:
      return [];
  }
}
