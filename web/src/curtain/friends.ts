// Friends at this screen take the seats beside that of who laid the table.
import { sit } from "../lib/api";
import type { Made } from "../lib/types";
import { words } from "../lib/words.svelte";
import { avatarOfSeat } from "../people/avatars";
import { keepScreen } from "./screen.svelte";

export async function seatFriends(made: Made, friends: string[]): Promise<void> {
  const own = made.seat;
  if (own === null) return;
  const taken = [own];
  for (const [n, name] of friends.entries()) {
    const called = name.trim() || words.say("curtain.friend", { number: n + 2 });
    taken.push(
      (await sit(made.id, made.invite, { name: called, avatar: avatarOfSeat(own + n + 1) }, own + n + 1)).seat,
    );
  }
  keepScreen(made.id, taken);
}
