// Opening a room and sitting down in it.

import { api } from "./api";
import { go } from "./router.svelte";
import type { Wish } from "./rulesets";
import { keepSeat, settings } from "./settings.svelte";

/** Open a room as wished for and go there. `replayOf` is `ROOM/N`. */
export async function openRoom(wish: Wish, replayOf = ""): Promise<void> {
  const opened = await api.open({
    rules: wish.rules,
    seats: wish.seats,
    name: settings.name,
    colour: settings.colour,
    clock: wish.clock,
    days: wish.days,
    ...(replayOf ? { replay_of: replayOf } : {}),
  });
  keepSeat(opened.room, opened.token);
  go(`/room/${opened.room}`);
}
