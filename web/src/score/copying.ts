// A match that was played here, taken to a score sheet to go on with real cards.

import type { Entry, Room, RoundBoard } from "../lib/protocol";
import { go } from "../lib/router.svelte";
import { freshId } from "../lib/socket";
import { sheets } from "./api";
import { keepSheet } from "./known";
import { keepWaiting, type Edit } from "./queue";

/** Open a sheet with the match's rules, people and rounds, and go there. The rounds are entered
 *  like anybody's: they wait in the queue until the sheet has them. */
export async function copyToSheet(room: Room, you: number): Promise<void> {
  const names = room.seats.map(({ name }, seat) => name || `Seat ${seat + 1}`);
  const made = await sheets.open({
    rules: room.rules_text,
    columns: room.seats.map(({ colour }, seat) => ({ name: names[seat] ?? "", colour })),
    mine: you,
    dealer: room.rounds[0]?.dealer ?? -1,
  });
  let at = Date.now();
  for (const edit of room.rounds.filter(({ broken }) => !broken).flatMap(editsOf)) {
    keepWaiting(made.sheet, { edit, at: at++, sent: false, refused: "" });
  }
  keepSheet(made.sheet, { token: made.token, names });
  go(`/score/${made.sheet}?new`);
}

function editsOf(board: RoundBoard, at: number): Edit[] {
  const round = at + 1;
  return [
    ...board.scores.map((points, column): Edit => {
      const entry: Entry = { points };
      return { is: "enter", id: freshId(), round, column, entry, seen: 0 };
    }),
    { is: "mark", id: freshId(), round, what: "out", value: board.out },
    { is: "mark", id: freshId(), round, what: "dealer", value: board.dealer },
  ];
}
