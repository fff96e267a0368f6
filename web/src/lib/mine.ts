// This browser's matches and rounds, and what statistics make of them.

import { api } from "./api";

export interface MatchLine {
  room: string;
  seat: number;
  title: string;
  rules: string;
  names: string[];
  phase: string;
  totals: number[];
  rounds: number;
  won: boolean;
  resigned: boolean;
  opened: number;
  changed: number;
  /** by seat, the level of the computer that plays it, else empty */
  computers: string[];
  /** the seats that the match waits for */
  turn: number[];
}

export interface RoundLine {
  room: string;
  number: number;
  seat: number;
  title: string;
  rules: string;
  opponents: string[];
  points: number;
  best: boolean;
  out: boolean;
  digs: number;
  dug_points: number;
  /** digs whose cards brought more than they cost */
  paid: number;
  at: number;
}

export interface Mine {
  matches: MatchLine[];
  rounds: RoundLine[];
  /** by room, the seats whose pages are open now */
  here: Record<string, number[]>;
}

/** The match waits for this browser's person. */
export const isMyTurn = (match: MatchLine): boolean =>
  match.turn.includes(match.seat) && !match.computers[match.seat];

/** Newest first. */
export async function mine(): Promise<Mine> {
  const found = await api.mine<Mine>();
  return {
    matches: [...found.matches].sort((a, b) => b.changed - a.changed),
    rounds: [...found.rounds].sort((a, b) => b.at - a.at),
    here: found.here,
  };
}

export interface Tally {
  name: string;
  matches: number;
  won: number;
  rounds: number;
  points: number;
  best: number | null;
}

/** Won and lost by a word of each match, the most played first. */
export function tallies(
  matches: readonly MatchLine[],
  rounds: readonly RoundLine[],
  ofMatch: (line: MatchLine) => string,
  ofRound: (line: RoundLine) => string,
): Tally[] {
  const found = new Map<string, Tally>();
  const of = (name: string): Tally => {
    const known = found.get(name);
    if (known) return known;
    const fresh = { name, matches: 0, won: 0, rounds: 0, points: 0, best: null };
    found.set(name, fresh);
    return fresh;
  };
  for (const match of matches) {
    if (match.phase !== "over") continue;
    const tally = of(ofMatch(match));
    tally.matches += 1;
    if (match.won) tally.won += 1;
  }
  for (const round of rounds) {
    const tally = of(ofRound(round));
    tally.rounds += 1;
    tally.points += round.points;
    if (tally.best === null || round.points > tally.best) tally.best = round.points;
  }
  return [...found.values()].sort((a, b) => b.rounds - a.rounds || b.matches - a.matches);
}

export interface Streak {
  /** matches won in a row up to now; negative for lost */
  now: number;
  longest: number;
}

/** Matches won in a row; `matches` newest first. */
export function streak(matches: readonly MatchLine[]): Streak {
  const over = matches.filter((match) => match.phase === "over");
  let longest = 0;
  let run = 0;
  for (const match of over) {
    run = match.won ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  const first = over[0];
  if (!first) return { now: 0, longest };
  const until = over.findIndex((match) => match.won !== first.won);
  const length = until < 0 ? over.length : until;
  return { now: first.won ? length : -length, longest };
}

/** `3 minutes ago` */
export function ago(at: number, now = Date.now() / 1000): string {
  const seconds = Math.max(0, now - at);
  const steps: [number, string][] = [
    [86_400, "day"],
    [3600, "hour"],
    [60, "minute"],
  ];
  for (const [length, word] of steps) {
    const count = Math.floor(seconds / length);
    if (count > 30 && word === "day") return new Date(at * 1000).toLocaleDateString();
    if (count >= 1) return `${count} ${word}${count === 1 ? "" : "s"} ago`;
  }
  return "just now";
}

/** `+35`, `−12` */
export const signed = (points: number): string =>
  points < 0 ? `−${-points}` : points > 0 ? `+${points}` : "0";
/** A number with a real minus. */
export const plainNumber = (points: number): string => (points < 0 ? `−${-points}` : `${points}`);
