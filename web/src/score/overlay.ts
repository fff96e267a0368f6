// The sheet as this page shows it: what the server keeps, and over it what still waits here.
// Totals are the server's; what waits is added to them only to be shown as waiting.

import type { Cell, Column, Entry, SheetRound, SheetState } from "../lib/protocol";
import { plainNumber, signed } from "../lib/mine";
import type { Edit } from "./queue";

export interface ShownCell {
  round: number;
  column: number;
  /** what the server keeps, null for a round it does not have yet */
  cell: Cell | null;
  entry: Entry | null;
  points: number | null;
  total: number | null;
  /** not kept by the server yet */
  waiting: boolean;
  /** the player is at the table in this round and has no entry */
  missing: boolean;
  /** this round does not count for the player */
  apart: boolean;
}

export interface ShownRound {
  number: number;
  round: SheetRound | null;
  cells: ShownCell[];
  out: number | null;
  rummy: boolean;
  wildRank: number;
  dealer: number;
  struck: boolean;
  /** nobody has entered anything */
  blank: boolean;
  complete: boolean;
}

const newest = <T extends Edit>(edits: readonly Edit[], test: (edit: Edit) => edit is T): T | undefined =>
  edits.filter(test).at(-1);

/** The value of a mark as the edits leave it. */
function marked<T>(edits: readonly Edit[], number: number, what: string, kept: T): T | number | null {
  const edit = newest(
    edits,
    (each): each is Extract<Edit, { is: "mark" }> =>
      each.is === "mark" && each.round === number && each.what === what,
  );
  return edit ? (edit.value ?? null) : kept;
}

/** Whether a round counts for a player. */
function isApart(column: Column, number: number, cell: Cell | null): boolean {
  if (number < column.since) return true;
  return column.left && cell?.entry == null;
}

/** How many rounds there are, with those that only this page has begun. */
export function roundsBegun(state: SheetState, edits: readonly Edit[]): number {
  return Math.max(state.rounds.at(-1)?.number ?? 0, ...edits.map((edit) => edit.round));
}

/** Every round, with one more to write in where the last one is full. */
export function shownRounds(state: SheetState, edits: readonly Edit[], playing: boolean): ShownRound[] {
  const begun = roundsBegun(state, edits);
  const first = state.rounds[0]?.number ?? begun + 1;
  const rows: ShownRound[] = [];
  const running = new Map(state.columns.map((column) => [column.id, column.start]));
  // By how much what waits moves each player's total from here on.
  const moved = new Map(state.columns.map((column) => [column.id, 0]));
  for (let number = Math.min(first, begun || first); number <= begun; number++) {
    const round = state.rounds.find((each) => each.number === number) ?? null;
    const struck = marked(edits, number, "strike", round?.struck ? 1 : 0);
    const cells = state.columns.map((column, at): ShownCell => {
      const cell = round?.cells[at] ?? null;
      const edit = newest(
        edits,
        (each): each is Extract<Edit, { is: "enter" }> =>
          each.is === "enter" && each.round === number && each.column === column.id,
      );
      const entry = edit ? edit.entry : (cell?.entry ?? null);
      if (edit) {
        const change = (entry?.points ?? 0) - (cell?.entered ?? 0);
        moved.set(column.id, (moved.get(column.id) ?? 0) + change);
      }
      const before = running.get(column.id) ?? 0;
      const kept = cell?.total ?? null;
      const more = moved.get(column.id) ?? 0;
      let total: number | null = null;
      if (entry) total = kept !== null ? kept + more : before + entry.points;
      if (total !== null) running.set(column.id, total);
      const apart = isApart(column, number, cell);
      return {
        round: number,
        column: column.id,
        cell,
        entry,
        points: edit ? (entry?.points ?? null) : (cell?.entered ?? entry?.points ?? null),
        total,
        waiting: edit !== undefined,
        missing: !entry && !apart,
        apart,
      };
    });
    const out = marked(edits, number, "out", round?.out ?? null);
    rows.push({
      number,
      round,
      cells,
      out,
      rummy: Boolean(marked(edits, number, "rummy", round?.rummy ? 1 : 0)),
      wildRank: marked(edits, number, "wild", round?.wild_rank ?? -1) ?? -1,
      dealer: marked(edits, number, "dealer", round?.dealer ?? -1) ?? -1,
      struck: Boolean(struck),
      blank: cells.every((each) => each.entry === null),
      complete: cells.every((each) => each.entry !== null || each.apart),
    });
  }
  const last = rows.at(-1);
  if (playing && (!last || last.complete || last.struck)) rows.push(blankRound(state, begun + 1));
  return rows;
}

function blankRound(state: SheetState, number: number): ShownRound {
  const next = Math.max(number, state.next_deal?.round ?? 0);
  return {
    number: next,
    round: null,
    cells: state.columns.map((column) => ({
      round: next,
      column: column.id,
      cell: null,
      entry: null,
      points: null,
      total: null,
      waiting: false,
      missing: false,
      apart: isApart(column, next, null),
    })),
    out: null,
    rummy: false,
    wildRank: -1,
    dealer: state.next_deal?.round === next ? state.next_deal.dealer : -1,
    struck: false,
    blank: true,
    complete: false,
  };
}

/** A player's total with what waits. */
export function totalOf(column: Column, rows: readonly ShownRound[]): number {
  let moved = 0;
  for (const row of rows) {
    for (const cell of row.cells) {
      if (cell.column !== column.id || !cell.waiting) continue;
      moved += (cell.entry?.points ?? 0) - (cell.cell?.entered ?? 0);
    }
  }
  return column.total + moved;
}

/** The running total before a round, to which the round is added. */
export function totalBefore(column: Column, rows: readonly ShownRound[], number: number): number {
  let total = column.start;
  for (const row of rows) {
    if (row.number >= number) break;
    const cell = row.cells.find((each) => each.column === column.id);
    if (cell?.total != null) total = cell.total;
  }
  return total;
}

/** `plus 44`, for reading aloud */
export const spokenPoints = (points: number): string =>
  points < 0 ? `minus ${-points}` : points > 0 ? `plus ${points}` : "zero";
export const spokenNumber = (number: number): string => (number < 0 ? `minus ${-number}` : `${number}`);

/** How an entry came about, for its title: `on the table 60, in hand 25`. */
export function madeOf(entry: Entry | null): string {
  if (!entry) return "blank";
  if (entry.melded || entry.held) return "counted card by card";
  if (entry.table != null || entry.hand != null) {
    return `${plainNumber(entry.table ?? 0)} on the table, ${entry.hand ?? 0} in hand`;
  }
  if (entry.text) return entry.total ? `new total ${entry.text}` : entry.text.replace(/-/g, "−");
  return signed(entry.points);
}
