// The cards that somebody counts, what was tapped before, and what the server makes of them.

import { api, ApiFault } from "../lib/api";
import { cardName } from "../lib/cards";
import { JOKER, type Card, type Counted, type CountedCard, type CountQuestion, type Entry } from "../lib/protocol";

export type Place = "table" | "hand" | "taken";
export type Rows = Record<Place, CountedCard[]>;
/** Name, cards on the table, cards in hand. */
export type Other = [string, CountedCard[], CountedCard[]];

/** What cards count, to add up while no network is there. */
export interface Values {
  on_table: number[];
  in_hand: number[];
  low_ace: number;
  two_lines: boolean;
}

/** What is asked beside the cards. */
export type About = Pick<
  CountQuestion,
  "rules" | "players" | "wild_rank" | "others" | "went_out" | "ended_out" | "rummy"
>;

const WAIT = 90;
const RETRY = 4000;
const LONGEST_SUM = 40;
const INTO = { table: "melded", hand: "held", taken: "taken" } as const;
const NO_CARDS: Rows = { table: [], hand: [], taken: [] };

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What was read into a card before is read anew; what the player said stays. */
const bare = (each: CountedCard): CountedCard =>
  each.said ? each : { card: each.card, stands: each.stands === each.card ? -1 : (each.stands ?? -1) };

export class Counter {
  rows = $state.raw<Rows>(NO_CARDS);
  place = $state<Place>("table");
  answer = $state.raw<Counted | null>(null);
  /** The answer is about exactly these cards. */
  settled = $state(false);
  offline = $state(false);
  fault = $state("");

  #past = $state.raw<Rows[]>([]);
  #about: () => About;
  #asked = 0;
  #timer = 0;

  constructor(about: () => About, entry: Entry | null, taken: readonly CountedCard[]) {
    this.#about = about;
    this.rows = {
      table: (entry?.melded ?? []).map(bare),
      hand: (entry?.held ?? []).map(bare),
      taken: [...taken],
    };
  }

  get facts() {
    return this.answer?.facts ?? null;
  }
  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  get empty(): boolean {
    return !this.rows.table.length && !this.rows.hand.length && !this.rows.taken.length;
  }

  /** How often the card is counted there. */
  count(card: Card, place: Place): number {
    return this.rows[place].filter((each) => each.card === card).length;
  }

  #become(rows: Rows): void {
    this.#past = [...this.#past.slice(-99), this.rows];
    this.rows = rows;
  }

  /** One more of it here; where the packs hold no more, it comes over, or goes. */
  press(card: Card, copies: number): string {
    const { place, rows } = this;
    const here = this.count(card, place);
    const elsewhere = (["table", "hand", "taken"] as const).filter((each) => each !== place);
    const total = here + elsewhere.reduce((sum, each) => sum + this.count(card, each), 0);
    if (total < copies) return this.add(card, place);
    const from = elsewhere.find((each) => this.count(card, each) > 0);
    if (from) {
      const at = rows[from].findIndex((each) => each.card === card);
      this.#become({
        ...rows,
        [from]: rows[from].filter((_, i) => i !== at),
        [place]: [...rows[place], { card }],
      });
      return `${cardName(card)} moved`;
    }
    if (!here) return this.add(card, place);
    this.#become({ ...rows, [place]: rows[place].filter((each) => each.card !== card) });
    return `${cardName(card)} removed`;
  }

  add(card: Card, place: Place): string {
    this.#become({ ...this.rows, [place]: [...this.rows[place], { card }] });
    return `${cardName(card)} added`;
  }

  /** One less, from here rather than from elsewhere. */
  remove(card: Card): string {
    const order = [this.place, "table", "hand", "taken"] as const;
    const from = order.find((place) => this.count(card, place) > 0);
    if (!from) return "";
    const at = this.rows[from].map((each) => each.card).lastIndexOf(card);
    this.#become({ ...this.rows, [from]: this.rows[from].filter((_, i) => i !== at) });
    return `${cardName(card)} removed`;
  }

  /** Say of a card on the table what it is. */
  say(at: number, what: Partial<CountedCard>): void {
    const table = this.rows.table.map((each, i) => (i === at ? { ...each, ...what } : each));
    this.#become({ ...this.rows, table });
  }

  undo(): void {
    const before = this.#past[this.#past.length - 1];
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.rows = before;
  }
  clear(): void {
    if (!this.empty) this.#become(NO_CARDS);
  }

  #question(): CountQuestion {
    const { table, hand, taken } = this.rows;
    return { ...this.#about(), melded: table, held: hand, taken };
  }

  /** Ask soon what the cards score; what was asked before is forgotten. */
  ask(): () => void {
    this.settled = false;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#send(), this.answer ? WAIT : 0);
    return () => clearTimeout(this.#timer);
  }

  async #send(): Promise<void> {
    const number = ++this.#asked;
    const question = this.#question();
    try {
      const found = await api.count(question);
      if (number !== this.#asked) return;
      this.answer = found;
      this.offline = false;
      this.fault = "";
      this.settled = same(question, this.#question());
    } catch (wrong) {
      if (number !== this.#asked) return;
      const status = wrong instanceof ApiFault ? wrong.status : 0;
      this.offline = status === 0 || status >= 500 || status === 429;
      this.fault = this.offline ? "" : (wrong as Error).message;
      if (this.offline) this.#timer = window.setTimeout(() => void this.#send(), RETRY);
    }
  }

  /** Cards out of any text; an error in words where it names none. */
  async paste(text: string): Promise<number> {
    const found = await api.count({ ...this.#question(), text, into: INTO[this.place] });
    if (found.added.length) {
      const { place, rows } = this;
      this.#become({ ...rows, [place]: [...rows[place], ...found.added] });
    }
    return found.added.length;
  }

  /** The sum as far as it can be told without the server. */
  guess(about: About, values: Values | null): number | null {
    const facts = this.facts;
    const from = facts ?? values;
    if (!from) return null;
    const table = this.rows.table.reduce(
      (sum, { card, low }) => sum + (low && card !== JOKER ? from.low_ace : (from.on_table[card] ?? 0)),
      0,
    );
    const worth = (row: readonly CountedCard[]): number =>
      row.reduce((sum, { card }) => sum + (from.in_hand[card] ?? 0), 0);
    const counts = facts ? facts.hand_counts : (values?.two_lines ?? false) && !about.went_out;
    const takes = facts ? facts.places.includes("taken") : !values?.two_lines && about.went_out;
    let sum = facts && !facts.places.includes("table") ? 0 : table;
    if (counts) sum -= worth(this.rows.hand);
    if (takes) {
      sum += worth(this.rows.taken);
      for (const [, , held] of about.others ?? []) sum += worth(held);
    }
    return sum;
  }

  /** What is put on the sheet. Where only other hands count, as the sum of their cards. */
  entry(points: number): Entry {
    const answer = this.settled ? this.answer : null;
    if (answer && !answer.facts.places.includes("table")) {
      const terms = answer.lines.filter((line) => line.points).map((line) => line.points);
      const text = terms.join("+");
      if (terms.length > 1 && text.length <= LONGEST_SUM) return { points, text };
      if (!answer.held.length) return { points };
    }
    return {
      points,
      melded: answer?.melded ?? this.rows.table,
      held: answer?.held ?? this.rows.hand,
    };
  }
}
