// A score sheet as the plot of the race wants it.

import type { SheetState } from "../lib/protocol";

export function raceOf(state: SheetState) {
  const rounds = state.rounds.filter(({ struck, cells }) => !struck && cells.some(({ entry }) => entry));
  const target = Math.max(
    0,
    ...state.columns.filter(({ needs, team }) => needs > 0 && team < 0).map(({ needs, total }) => total + needs),
  );
  return {
    seats: state.columns,
    starts: state.columns.map(({ start, since }) => (since <= (rounds[0]?.number ?? 1) ? start : null)),
    rounds: rounds.map(({ number, cells }) => ({ number, totals: cells.map(({ total }) => total) })),
    target,
  };
}
