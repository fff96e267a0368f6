// The score sheets and the people that this browser knows.

import { store, stored } from "../lib/settings.svelte";

const SHEETS = "laydown.sheets";
const PEOPLE = "laydown.people";
const MOST_SHEETS = 60;
const MOST_PEOPLE = 40;

export interface KnownSheet {
  id: string;
  /** the secret of this browser's column, or the token to watch with */
  token: string;
  title: string;
  names: string[];
  /** `round 4, Ben leads` */
  standing: string;
  open: boolean;
  /** seconds */
  at: number;
}

export interface KnownPerson {
  name: string;
  colour: string;
}

function list<T>(key: string): T[] {
  try {
    const found: unknown = JSON.parse(stored(key) ?? "[]");
    return Array.isArray(found) ? (found as T[]) : [];
  } catch {
    return [];
  }
}

/** Newest first. */
export const knownSheets = (): KnownSheet[] => list<KnownSheet>(SHEETS);

export const knownSheet = (id: string): KnownSheet | undefined =>
  knownSheets().find((each) => each.id === id);

/** Keep what is known of a sheet; it becomes the newest. */
export function keepSheet(id: string, what: Partial<KnownSheet>): void {
  const all = knownSheets();
  const before = all.find((each) => each.id === id);
  const blank = { id, token: "", title: "", names: [], standing: "", open: true, at: 0 };
  const now: KnownSheet = { ...blank, ...before, ...what, at: Date.now() / 1000 };
  store(SHEETS, JSON.stringify([now, ...all.filter((each) => each !== before)].slice(0, MOST_SHEETS)));
}

export function forgetSheet(id: string): void {
  store(SHEETS, JSON.stringify(knownSheets().filter((each) => each.id !== id)));
  store(lastKey(id), null);
}

export const lastKey = (id: string, wall = false): string =>
  `laydown.${wall ? "wall" : "sheet"}.${id}`;

/** Everybody who sat at a table here, those of the last one first. */
export const knownPeople = (): KnownPerson[] => list<KnownPerson>(PEOPLE);

export function keepPeople(people: readonly KnownPerson[]): void {
  const fresh = people.filter(({ name }) => name.trim());
  const names = new Set(fresh.map(({ name }) => name.toLowerCase()));
  const others = knownPeople().filter(({ name }) => !names.has(name.toLowerCase()));
  store(PEOPLE, JSON.stringify([...fresh, ...others].slice(0, MOST_PEOPLE)));
}
