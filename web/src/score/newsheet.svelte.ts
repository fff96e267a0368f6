// A sheet that is about to begin: who sits where, who deals, and what was counted on paper.
import type { OpenSheet } from "../lib/protocol";
import { COLOURS } from "../lib/seats";
import { settings, store, stored } from "../lib/settings.svelte";
import { keepPeople, knownPeople } from "./known";
import { reckoned } from "./sums";

export interface Player {
  key: number;
  name: string;
  colour: string;
  /** The total from paper, as it was typed. */
  start: string;
}

/** What the last sheet was begun with. */
interface Kept {
  rules: string;
  names: string[];
  mine: string;
  open: boolean;
}

const LAST = "laydown.score";
export const MOST = 8;

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

function readKept(): Kept | null {
  try {
    return JSON.parse(stored(LAST) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

export class NewSheet {
  readonly kept = readKept();
  players = $state.raw<Player[]>([]);
  dealer = $state(-1);
  drawn = $state("");
  openEnd = $state(this.kept?.open ?? false);
  paper = $state(false);
  rounds = $state("0");
  fault = $state("");
  told = $state("");
  #mine = $state(-2);
  #counter = 0;
  readonly #known = knownPeople();

  suggested = $derived(
    [...(settings.name ? [{ name: settings.name, colour: settings.colour }] : []), ...this.#known]
      .filter((each, at, all) => all.findIndex(({ name }) => same(name, each.name)) === at)
      .filter(({ name }) => !this.players.some((each) => same(each.name, name)))
      .slice(0, 12),
  );
  again = $derived(
    this.players.length === 0 && this.kept && this.kept.names.length > 1 ? this.kept.names : null,
  );
  // Until somebody says who they are: the name of the settings, or whoever was named first.
  me = $derived(
    this.#mine === -2
      ? Math.max(0, this.players.findIndex(({ name }) => same(name, settings.name)))
      : this.#mine,
  );

  iAm(index: number): void {
    this.#mine = index;
  }

  /** Whether there is one more at the table; else `fault` says why not. */
  add(name: string): boolean {
    const plain = name.trim();
    this.fault = "";
    if (!plain) return false;
    if (this.players.some((each) => same(each.name, plain))) {
      this.fault = `${plain} is there already.`;
      return false;
    }
    if (this.players.length >= MOST) {
      this.fault = `${MOST} can play at most.`;
      return false;
    }
    const before = this.#known.find((each) => same(each.name, plain));
    const used = new Set(this.players.map(({ colour }) => colour));
    const own = same(plain, settings.name) && settings.colour ? settings.colour : before?.colour;
    const colour =
      own && !used.has(own) ? own : (COLOURS.find((each) => !used.has(each)) ?? COLOURS[0]);
    const player = { key: this.#counter++, name: before?.name ?? plain, colour, start: "" };
    this.players = [...this.players, player];
    this.told = `${plain} sits in seat ${this.players.length}.`;
    return true;
  }

  /** The same people as last time, of whom the same one is me. */
  recognise(names: readonly string[]): void {
    const own = names.findIndex((name) => same(name, this.kept?.mine ?? ""));
    if (own >= 0) this.#mine = own;
    else if (this.kept && !this.kept.mine) this.#mine = -1;
  }

  remove(index: number): void {
    const gone = this.players[index];
    this.players = this.players.filter((_, other) => other !== index);
    if (this.#mine >= 0) this.#mine = without(this.#mine, index, -2);
    if (this.dealer >= 0) this.dealer = without(this.dealer, index, -1);
    this.told = `${gone?.name ?? ""} is taken away.`;
  }

  move(from: number, to: number): void {
    if (to < 0 || to >= this.players.length || from === to) return;
    const [own, deals] = [this.players[this.#mine]?.key, this.players[this.dealer]?.key];
    const next = [...this.players];
    const [one] = next.splice(from, 1);
    if (!one) return;
    next.splice(to, 0, one);
    this.players = next;
    if (this.#mine >= 0) this.#mine = next.findIndex(({ key }) => key === own);
    if (this.dealer >= 0) this.dealer = next.findIndex(({ key }) => key === deals);
    this.told = `${one.name} sits in seat ${to + 1}.`;
  }

  /** Colours go round: every tap gives the next free one. */
  recolour(index: number): void {
    const used = new Set(
      this.players.filter((_, other) => other !== index).map(({ colour }) => colour),
    );
    const now = COLOURS.findIndex((each) => each === this.players[index]?.colour);
    const ring = [...COLOURS.slice(now + 1), ...COLOURS.slice(0, now + 1)];
    this.#change(index, { colour: ring.find((each) => !used.has(each)) ?? ring[0]! });
  }

  startsWith(index: number, start: string): void {
    this.#change(index, { start });
  }

  #change(index: number, what: Partial<Player>): void {
    this.players = this.players.map((each, other) =>
      other === index ? { ...each, ...what } : each,
    );
  }

  draw(): void {
    this.dealer = crypto.getRandomValues(new Uint32Array(1))[0]! % this.players.length;
    this.drawn = `${this.players[this.dealer]?.name ?? ""} deals first.`;
    this.told = this.drawn;
  }

  wish(rules: string): Omit<OpenSheet, "browser"> {
    return {
      rules,
      columns: this.players.map(({ name, colour, start }) => ({
        name,
        colour,
        start: this.paper ? (reckoned(start) ?? 0) : 0,
      })),
      mine: this.me,
      dealer: this.dealer,
      rounds: this.paper ? Math.max(0, reckoned(this.rounds) ?? 0) : 0,
      open_end: this.openEnd,
    };
  }

  /** Offer the same the next time. */
  keep(rules: string): void {
    keepPeople(this.players);
    const kept: Kept = {
      rules,
      names: this.players.map(({ name }) => name),
      mine: this.players[this.me]?.name ?? "",
      open: this.openEnd,
    };
    store(LAST, JSON.stringify(kept));
  }
}

/** Where somebody sits once one is gone: `none` where it was they. */
const without = (seat: number, gone: number, none: number): number =>
  seat === gone ? none : seat > gone ? seat - 1 : seat;
