// Edits that the server has not yet said it keeps. Each lies in the local storage by itself, so
// that two pages of one browser do not write over each other's, and stays through reloads and
// sleep until it is stored, or was refused and somebody has read why.

import type { Enter, Mark, NextRound } from "../lib/protocol";
import { store } from "../lib/settings.svelte";

/** What may wait for the network. */
export type Edit = Enter | Mark | NextRound;

export interface Waiting {
  edit: Edit;
  /** milliseconds, and the order within this browser */
  at: number;
  /** it may have reached the server */
  sent: boolean;
  /** why it was refused, empty while it was not */
  refused: string;
}

const prefix = (sheet: string): string => `laydown.edit.${sheet}.`;

/** Everything that waits, in the order it was entered. */
export function waitingEdits(sheet: string): Waiting[] {
  const found: Waiting[] = [];
  try {
    for (let at = 0; at < localStorage.length; at++) {
      const key = localStorage.key(at) ?? "";
      if (!key.startsWith(prefix(sheet))) continue;
      try {
        found.push(JSON.parse(localStorage.getItem(key) ?? "") as Waiting);
      } catch {
        // Half written; there is nothing to be read in it.
      }
    }
  } catch {
    // No storage here: what waits lives in the page alone.
  }
  return found.sort((a, b) => a.at - b.at);
}

export function keepWaiting(sheet: string, waiting: Waiting): void {
  store(prefix(sheet) + waiting.edit.id, JSON.stringify(waiting));
}

export function dropWaiting(sheet: string, id: string): void {
  store(prefix(sheet) + id, null);
}

/** How many edits wait for their sheet, over all sheets. */
export function waitingSheets(): Map<string, number> {
  const found = new Map<string, number>();
  try {
    for (let at = 0; at < localStorage.length; at++) {
      const [, , sheet] = /^(laydown\.edit\.)([^.]+)\./.exec(localStorage.key(at) ?? "") ?? [];
      if (sheet) found.set(sheet, (found.get(sheet) ?? 0) + 1);
    }
  } catch {
    // No storage, nothing waits.
  }
  return found;
}
