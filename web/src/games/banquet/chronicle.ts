// What an evening was like, from what everybody was told: belts over time, who burst, who fed whom.
import type { Card, Event, Guest } from "./types";

export interface Chronicle {
  /** For each seat, its belt after each moment at which any belt moved. */
  belts: number[][];
  bursts: { seat: number; guest: Guest; at: number }[];
  /** The Gifts that were turned up, by who had laid them and who took them. */
  fed: { from: number; to: number; card: Card }[];
}

export function chronicleOf(events: readonly Event[], seats: number): Chronicle {
  const belts: number[][] = Array.from({ length: seats }, () => [0]);
  const bursts: Chronicle["bursts"] = [];
  const fed: Chronicle["fed"] = [];
  let lead = 0;
  const now = Array.from({ length: seats }, () => 0);

  function keep(): void {
    belts.forEach((belt, seat) => belt.push(now[seat]!));
  }
  for (const event of events) {
    if (event.kind === "round_began") lead = event.seat;
    else if (event.kind === "belt_moved") {
      now[event.seat] = event.after;
      keep();
    } else if (event.kind === "guest_burst") {
      bursts.push({ seat: event.seat, guest: event.guest, at: belts[0]!.length - 1 });
    } else if (event.kind === "guest_replaced") {
      now[event.seat] = 0;
      keep();
    } else if (event.kind === "card_turned_up" && event.place === "gift" && event.seat !== lead) {
      fed.push({ from: lead, to: event.seat, card: event.card });
    }
  }
  return { belts, bursts, fed };
}
