// Games, options and rule sets as the server declares them, and how a page finds a rule in a text.

import { api } from "./api";
import type { RulesAnswer, SeatWish } from "./protocol";
import { prefer, settings, store, stored } from "./settings.svelte";

export interface GameInfo {
  key: string;
  title: string;
  blurb: string;
  rules: string;
  /** fewest and most */
  players: [number, number];
}

export interface OptionInfo {
  name: string;
  group: string;
  label: string;
  question: string;
  clause: string;
  kind: string;
  values: { value: string; sentence: string; clause: string }[];
  allowed: string;
  offered: string[];
  fallback: string;
}

export interface Catalogue {
  games: GameInfo[];
  levels: string[];
  /** the server can print PDF */
  pdf: boolean;
  groups: string[];
  options: OptionInfo[];
}

let asked: Promise<Catalogue> | null = null;

/** The declarations, asked for once; after a failure they are asked for again. */
export function catalogue(): Promise<Catalogue> {
  asked ??= api.catalogue<Catalogue>().catch((fault: unknown) => {
    asked = null;
    throw fault;
  });
  return asked;
}

const GROUPS: Record<string, string> = {
  setup: "Cards and deal",
  drawing: "Drawing and the pile",
  melds: "Melds and laying off",
  going_out: "Going out",
  calling: "Calling rummy",
  scoring: "Scoring",
  match: "The match",
};

export const groupTitle = (group: string): string => GROUPS[group] ?? spaced(group);

const LEVELS: Record<string, [string, string]> = {
  random: ["Beginner", "plays any card it may"],
  greedy: ["Easy", "lays down whatever it can"],
  plain: ["Fair", "weighs every draw and discard"],
};

export const levelTitle = (level: string): string => LEVELS[level]?.[0] ?? spaced(level);
export const levelSays = (level: string): string => LEVELS[level]?.[1] ?? "";

/** `as_elsewhere` → `As elsewhere` */
export function spaced(name: string): string {
  const words = name.replace(/_/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A heading as the end of an address: `The end of the stock` → `the-end-of-the-stock`. */
export const slug = (heading: string): string =>
  heading.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, ""); // prettier-ignore

/** The clauses that a rule set's value of an option cites. */
export function clauseOf(option: OptionInfo, value: string): string {
  return option.values.find((each) => each.value === value)?.clause || option.clause;
}

export interface Piece {
  text: string;
  /** the option that says so, empty for words of no option */
  option: string;
}

/** A paragraph cut into the sentences of options and what stands between them. */
export function pieces(text: string, sentences: Record<string, string>): Piece[] {
  const known = Object.entries(sentences).sort((a, b) => b[1].length - a[1].length);
  const cut: Piece[] = [];
  let rest = text;
  while (rest) {
    let first: { at: number; option: string; sentence: string } | null = null;
    for (const [option, sentence] of known) {
      const at = sentence ? rest.indexOf(sentence) : -1;
      if (at >= 0 && (!first || at < first.at)) first = { at, option, sentence };
    }
    if (!first) break;
    if (first.at > 0) cut.push({ text: rest.slice(0, first.at), option: "" });
    cut.push({ text: first.sentence, option: first.option });
    rest = rest.slice(first.at + first.sentence.length);
  }
  if (rest) cut.push({ text: rest, option: "" });
  return cut;
}

const answers = new Map<string, Promise<RulesAnswer>>();

/** What the server says of a rule set; asked once for each text. */
export function rulesOf(text: string): Promise<RulesAnswer> {
  let answer = answers.get(text);
  if (!answer) {
    answer = api.rules({ text }).catch((fault: unknown) => {
      answers.delete(text);
      throw fault;
    });
    answers.set(text, answer);
  }
  return answer;
}

export const rulesLink = (text: string): string => `/rules?rules=${encodeURIComponent(text)}`;
export const setupLink = (text: string): string => `/setup?rules=${encodeURIComponent(text)}`;

/** What a match was last set up with. */
export interface Wish {
  rules: string;
  seats: SeatWish[];
  clock: number;
  days: boolean;
}

export const FIRST_WISH: Wish = {
  rules: "rummy-500",
  seats: [{ who: "me" }, { who: "computer", level: "plain" }],
  clock: 0,
  days: false,
};

const FRIENDS = "laydown.friends";

function readWish(rules: string | null, seats: string | null): Wish | null {
  try {
    const found = JSON.parse(seats ?? "null") as Partial<Wish> | null;
    const fine =
      rules &&
      Array.isArray(found?.seats) &&
      found.seats.length >= 2 &&
      found.seats.length <= 8 &&
      found.seats.filter((seat) => seat.who === "me").length === 1;
    if (!fine) return null;
    return {
      rules,
      seats: found.seats as SeatWish[],
      clock: Number(found.clock) || 0,
      days: found.days === true,
    };
  } catch {
    return null;
  }
}

/** The settings last used against the computer, or with friends. */
export function lastWish(friends: boolean): Wish {
  if (!friends) return readWish(settings.lastRules, settings.lastSeats) ?? FIRST_WISH;
  const kept = stored(FRIENDS);
  let rules = "";
  try {
    rules = (JSON.parse(kept ?? "{}") as { rules?: string }).rules ?? "";
  } catch {
    // Kept by another hand; the first wish will do.
  }
  return (
    readWish(rules, kept) ?? { ...FIRST_WISH, seats: [{ who: "me" }, { who: "open" }] }
  );
}

export function keepWish(wish: Wish): void {
  const { rules, ...rest } = wish;
  if (wish.seats.some((seat) => seat.who === "open")) store(FRIENDS, JSON.stringify(wish));
  else prefer({ lastRules: rules, lastSeats: JSON.stringify(rest) });
}
