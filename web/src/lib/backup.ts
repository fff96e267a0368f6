// Statistics, seats and settings as a file, and back.

import { api } from "./api";
import type { MatchLine, RoundLine } from "./mine";
import { keepCard, LONGEST_NAME, ruleCards, type RuleCard } from "./rulecards.svelte";
import { keepSeat, prefer, seatToken, settings, type Settings } from "./settings.svelte";

export interface Backup {
  laydown: 1;
  matches: MatchLine[];
  rounds: RoundLine[];
  /** secrets of seats by room */
  seats: Record<string, string>;
  settings: Partial<Settings>;
  /** rule cards; older files have none */
  cards?: RuleCard[];
}

/** So many lines go in one request; the server limits what it reads at once. */
const AT_ONCE = 200;

/** Everything that this browser knows of itself. */
export async function backup(): Promise<Backup> {
  const { matches, rounds } = await api.backup<{ matches: MatchLine[]; rounds: RoundLine[] }>();
  const seats: Record<string, string> = {};
  for (const { room } of matches) {
    const token = seatToken(room);
    if (token) seats[room] = token;
  }
  return { laydown: 1, matches, rounds, seats, settings: { ...settings }, cards: [...ruleCards()] };
}

/** Read a file kept before; an error says what is wrong with it. */
export function readBackup(text: string): Backup {
  let found: Partial<Backup> | null;
  try {
    found = JSON.parse(text) as Partial<Backup> | null;
  } catch {
    throw new Error("That file is no backup of Laydown: it is not JSON.");
  }
  if (!Array.isArray(found?.matches) || !Array.isArray(found.rounds)) {
    throw new Error("That file is no backup of Laydown: it lists no matches and rounds.");
  }
  return {
    laydown: 1,
    matches: found.matches,
    rounds: found.rounds,
    seats: found.seats ?? {},
    settings: found.settings ?? {},
    cards: Array.isArray(found.cards) ? found.cards : [],
  };
}

/** Add what a file holds to what is here; what is here already stays. */
export async function restore(kept: Backup): Promise<void> {
  const { matches, rounds } = kept;
  const most = Math.max(matches.length, rounds.length, 1);
  for (let at = 0; at < most; at += AT_ONCE) {
    await api.restore({
      matches: matches.slice(at, at + AT_ONCE),
      rounds: rounds.slice(at, at + AT_ONCE),
    });
  }
  for (const [room, token] of Object.entries(kept.seats)) {
    if (!seatToken(room) && typeof token === "string") keepSeat(room, token);
  }
  const wanted = Object.entries(kept.settings).filter(
    ([key, value]) => key in settings && typeof value === typeof settings[key as keyof Settings],
  );
  const names = new Set(ruleCards().map((card) => card.name));
  for (const card of [...(kept.cards ?? [])].reverse()) {
    const fine = typeof card?.name === "string" && typeof card.rules === "string";
    if (fine && !names.has(card.name)) keepCard(card.name.slice(0, LONGEST_NAME), card.rules);
  }
  prefer(Object.fromEntries(wanted) as Partial<Settings>);
}
