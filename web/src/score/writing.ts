// What a person writes with the keypad, and what it comes to.
import type { Entry } from "../lib/protocol";
import { isSum, reckoned } from "./sums";

/** The score of the round, its two lines, or the new running total. */
export type Way = "score" | "lines" | "total";

export interface Written {
  way: Way;
  text: string;
  table: string;
  hand: string;
  /** What the player had before the round. */
  before: number;
}

/** The points of the round; null where it is no number yet. */
export function resultOf({ way, text, table, hand, before }: Written): number | null {
  if (way === "lines") {
    if (table === "" && hand === "") return null;
    const [on, left] = [table === "" ? 0 : reckoned(table), hand === "" ? 0 : reckoned(hand)];
    return on === null || left === null || left < 0 ? null : on - left;
  }
  const sum = reckoned(text);
  return sum === null ? null : way === "total" ? sum - before : sum;
}

/** What is to be kept; null where nothing has been entered. */
export function entryOf(written: Written): Entry | null {
  const points = resultOf(written);
  if (points === null) return null;
  const { way, text, table, hand } = written;
  if (way === "lines") return { points, table: reckoned(table) ?? 0, hand: reckoned(hand) ?? 0 };
  const sum = text.replace(/[+-]$/, "");
  if (way === "total") return { points, text: sum, total: true };
  return isSum(sum) ? { points, text: sum } : { points };
}

/** Both say the same, and were written the same way. */
export const same = (a: Entry | null, b: Entry | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.points === b.points &&
    (a.text ?? "") === (b.text ?? "") &&
    (a.table ?? null) === (b.table ?? null) &&
    (a.hand ?? null) === (b.hand ?? null));
