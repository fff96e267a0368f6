// The last table this browser saw, kept so that a page opened without a network has it to show.

import type { News, State } from "./protocol";
import { store, stored } from "./settings.svelte";

const KEY = "laydown.last";
const REST = 1000;
const MOST_NEWS = 400;

interface Last {
  room: string;
  /** the seat's secret: what one seat saw is not shown to another */
  token: string;
  state: State;
  /** everything told so far, for the log */
  news: News[];
}

let newest: Last | null = null;
let timer = 0;

function write(): void {
  clearTimeout(timer);
  timer = 0;
  if (newest) store(KEY, JSON.stringify(newest));
}

/** Keep this state once nothing newer has come for a while, or the page is left. */
export function keepLast(room: string, token: string, state: State): void {
  if (!newest) addEventListener("pagehide", write);
  const same = newest?.room === room && newest.token === token ? newest : null;
  const known = same?.news.at(-1)?.seq ?? -1;
  const fresh = state.news.filter((each) => each.seq > known);
  newest = { room, token, state, news: [...(same?.news ?? []), ...fresh].slice(-MOST_NEWS) };
  clearTimeout(timer);
  timer = window.setTimeout(write, REST);
}

/** The last state of this room and seat, with all that was told up to it. */
export function lastKept(room: string, token: string): State | null {
  try {
    const last = newest ?? (JSON.parse(stored(KEY) ?? "null") as Last | null);
    if (last?.room !== room || last.token !== token) return null;
    return { ...last.state, news: last.news, now: Date.now() / 1000 };
  } catch {
    return null;
  }
}
