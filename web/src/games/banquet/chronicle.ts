// What an evening was like, from what everybody was told: belts over time, who burst, who fed whom.
import type { Card, Event, Guest, Place } from "./types";

export interface Chronicle {
  /** For each seat, its belt after each moment at which any belt moved. */
  belts: number[][];
  bursts: { seat: number; guest: Guest; at: number }[];
  /** What somebody else had laid and one turned up: a Gift, or a card taken by a privilege that claims (BB-5). */
  fed: { from: number; to: number; card: Card; claimed: boolean }[];
}

export function chronicleOf(events: readonly Event[], seats: number): Chronicle {
  const belts: number[][] = Array.from({ length: seats }, () => [0]);
  const bursts: Chronicle["bursts"] = [];
  const fed: Chronicle["fed"] = [];
  let lead = 0;
  let claim: { seat: number; place: Place } | null = null;
  const now = Array.from({ length: seats }, () => 0);

  function keep(): void {
    belts.forEach((belt, seat) => belt.push(now[seat]!));
  }
  for (const event of events) {
    if (event.kind === "round_began") {
      lead = event.seat;
      claim = null;
    } else if (event.kind === "privilege_claims") claim = event;
    else if (event.kind === "belt_moved") {
      now[event.seat] = event.after;
      keep();
    } else if (event.kind === "guest_burst") {
      bursts.push({ seat: event.seat, guest: event.guest, at: belts[0]!.length - 1 });
    } else if (event.kind === "guest_replaced") {
      now[event.seat] = 0;
      keep();
    } else if (event.kind === "card_turned_up" && event.seat !== lead) {
      const claimed = claim?.seat === event.seat && claim.place === event.place;
      fed.push({ from: lead, to: event.seat, card: event.card, claimed });
    }
  }
  return { belts, bursts, fed };
}
