// A round entered by cards, counted again: who went out takes what others hold, and others may be
// counted later; the wild rank may be said late. Every number that changes is an edit like any other.

import { api } from "../lib/api";
import { signed } from "../lib/mine";
import type { Other } from "./counter.svelte";
import type { ShownCell } from "./overlay";
import type { Sheet } from "./sheet.svelte";

const NOBODY = -1;
const byCards = (cell: ShownCell): boolean => Boolean(cell.entry?.melded || cell.entry?.held);

/** The others of a round in seating order from a player's left, with their cards. */
export function othersOf(sheet: Sheet, cells: readonly ShownCell[], column: number): Other[] {
  const at = cells.findIndex((cell) => cell.column === column);
  return [...cells.slice(at + 1), ...cells.slice(0, Math.max(0, at))].map((cell) => [
    sheet.nameOf(cell.column),
    cell.entry?.melded ?? [],
    cell.entry?.held ?? [],
  ]);
}

/** Count the other columns of the round again, after the cards of this one were entered. */
export async function recount(sheet: Sheet, round: number, column: number): Promise<void> {
  const row = sheet.rows.find(({ number }) => number === round);
  const rules = sheet.state?.rules_text;
  if (!row || !rules) return;
  const cells = row.cells.filter(({ apart }) => !apart);
  const reason = `with the cards of ${sheet.nameOf(column)}`;
  for (const cell of cells) {
    const { entry } = cell;
    if (cell.column === column || !entry || !byCards(cell)) continue;
    const out = row.out === cell.column;
    const others = othersOf(sheet, cells, cell.column);
    try {
      const { points } = await api.count({
        rules, players: cells.length, wild_rank: row.wildRank, others,
        went_out: out, ended_out: row.out !== NOBODY, rummy: out && row.rummy,
        melded: entry.melded ?? [], held: entry.held ?? [],
      }); // prettier-ignore
      // Cards that the winner tapped for others who are not counted yet are in the old number.
      const complete = cells.every((each) => each === cell || byCards(each));
      if (points === entry.points || (out && !complete && points < entry.points)) continue;
      if (sheet.mayWrite(cell.column)) sheet.enter(round, cell.column, { ...entry, points }, { reason });
      else sheet.say(`With these cards ${sheet.nameOf(cell.column)} comes to ${signed(points)}.`, null);
    } catch {
      return; // Without a network the numbers stay as they were counted.
    }
  }
}
