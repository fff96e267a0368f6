// Fingerprints of shuffles that this browser saw before they were opened: what makes the check worth
// anything is that the promise was read while the cards were still secret.

import type { Room } from "./protocol";
import { store, stored } from "./settings.svelte";

const MOST = 60;
const key = (room: string): string => `laydown.promised.${room}`;

let last = "";

/** Note the fingerprint that a table shows while its cards are not open yet. */
export function keepPromise(room: Room): void {
  const { id, phase, commitment } = room;
  if (!commitment || commitment === last) return;
  if (phase !== "dealing" && phase !== "playing" && phase !== "paused") return;
  last = commitment;
  const known = promised(id);
  if (!known.includes(commitment)) store(key(id), [...known, commitment].slice(-MOST).join(" "));
}

/** The fingerprints noted of a room. */
export function promised(room: string): string[] {
  return (stored(key(room)) ?? "").split(" ").filter(Boolean);
}
