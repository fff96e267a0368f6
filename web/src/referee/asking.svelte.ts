// A question to the referee as it is laid out: cards as short text, and what else is asked.

import { api, ApiFault } from "../lib/api";
import { cardName } from "../lib/cards";
import { JOKER, type Card, type RefereeAnswer, type RefereeQuestion } from "../lib/protocol";
import { token } from "./link";

export type Kind = RefereeQuestion["kind"];
export interface Meld {
  cards: string[];
  mine: boolean;
}
/** A place for cards: one of the rows, or a meld on the table by its number. */
export type Place = "cards" | "hand" | "pile" | "took" | "others" | `meld${number}`;
type Row = Exclude<Place, `meld${number}`>;

export const KINDS: readonly { value: Kind; title: string }[] = [
  { value: "meld", title: "A meld" },
  { value: "layoff", title: "Laying off" },
  { value: "dig", title: "The pile" },
  { value: "discard", title: "A discard" },
  { value: "hand", title: "A whole turn" },
  { value: "call", title: "Calling rummy" },
  { value: "stock", title: "The stock’s end" },
  { value: "score", title: "A score" },
];

export const ASKS: Record<Kind, string> = {
  meld: "Is this a meld?",
  layoff: "May these cards be laid off on that meld?",
  dig: "May I take so many cards from the pile?",
  discard: "May I discard this card?",
  hand: "Can this hand go out, and what is best to lay?",
  call: "May rummy be called on this discard?",
  stock: "The stock is empty: what happens now?",
  score: "What do these cards count?",
};

const ROWS: Record<Kind, readonly Row[]> = {
  meld: ["cards"],
  layoff: ["cards", "hand"],
  dig: ["pile", "hand"],
  discard: ["cards", "hand", "took"],
  hand: ["hand", "took"],
  call: ["cards", "hand"],
  stock: ["pile", "hand"],
  score: ["hand"],
};

const TITLES: Record<Kind, Partial<Record<Row, string>>> = {
  meld: { cards: "The meld" },
  layoff: { cards: "Laid off", hand: "The whole hand, if it matters" },
  dig: { pile: "The pile, deepest card first", hand: "The hand before the draw" },
  discard: { cards: "The discard", hand: "The hand after the draw", took: "Of it taken from the pile" },
  hand: { hand: "The hand after the draw", took: "Of it taken from the pile" },
  call: { cards: "The discard", hand: "The caller’s hand" },
  stock: { pile: "The pile, deepest card first", hand: "The hand of the player to draw" },
  score: { hand: "Left in hand", others: "Left in the other hands" },
};

const RANKS = "A23456789TJQK";
const SUITS = "SHDC";

/** The card of a piece of short text, and what it stands for. */
export function cardOf(piece: string): { card: Card; stands: Card } {
  const read = (text: string): Card =>
    text === "X" ? JOKER : SUITS.indexOf(text[1] ?? "") * 13 + RANKS.indexOf(text[0] ?? "");
  const [card = "", stands] = piece.split("=");
  return { card: read(card), stands: read(stands ?? card) };
}

const unnamed = (piece: string): string => piece.split("=")[0] ?? piece;
const split = (text: string): string[] => text.split(" ").filter(Boolean);

export class Asking {
  kind = $state<Kind>("meld");
  place = $state<Place>("cards");
  rows = $state<Record<Row, string[]>>({ cards: [], hand: [], pile: [], took: [], others: [] });
  melds = $state<Meld[]>([]);
  onto = $state(1);
  take = $state(0);
  stock = $state(true);
  wild = $state("");
  melded = $state(false);
  ended = $state<"" | "me" | "other" | "stock">("");
  rummy = $state(false);
  window = $state<"open" | "drawn" | "own" | "out">("open");

  answer = $state.raw<RefereeAnswer | null>(null);
  fault = $state("");
  busy = $state(false);

  /** What the cards of the chosen place can be where some of them are wild. */
  readings = $state.raw<{ pieces: string; title: string }[]>([]);

  #asked = 0;
  #reading = 0;

  constructor(search: URLSearchParams) {
    const kind = search.get("ask") as Kind | null;
    if (kind && kind in ASKS) this.kind = kind;
    for (const name of ["cards", "hand", "pile", "took", "others"] as const) {
      this.rows[name] = split(search.get(name) ?? "");
    }
    this.melds = search.getAll("meld").map((text) => {
      const mine = text.startsWith("mine:");
      return { cards: split(mine ? text.slice(5) : text), mine };
    });
    this.onto = Number(search.get("onto")) || 1;
    this.take = Number(search.get("take")) || 0;
    this.stock = search.get("stock") !== "0";
    this.wild = search.get("wild") ?? "";
    this.melded = search.has("melded");
    this.rummy = search.has("rummy");
    this.ended = (search.get("ended") as "me" | null) ?? "";
    this.window = (search.get("window") as "own" | null) ?? "open";
    this.prepare();
  }

  /** The places of this kind of question that cards go to, in their order. */
  get places(): { place: Place; title: string; mine?: boolean }[] {
    const rows = [...ROWS[this.kind]];
    if (this.kind === "score" && this.ended === "me") rows.splice(0, 1, "others");
    const found: { place: Place; title: string; mine?: boolean }[] = rows.map((place) => ({
      place,
      title: TITLES[this.kind][place] ?? place,
    }));
    const melds = (this.kind === "meld" ? [] : this.melds).map((meld, at) => ({
      place: `meld${at}` as Place,
      title: this.meldTitle(at),
      mine: meld.mine,
    }));
    if (this.kind === "score") return [...melds, ...found];
    return [...found.slice(0, 1), ...melds, ...found.slice(1)];
  }
  private meldTitle(at: number): string {
    return this.melds.length === 1 ? "The meld on the table" : `M${at + 1} on the table`;
  }

  /** What a kind of question needs to begin with. */
  prepare(): void {
    if ((this.kind === "layoff" || this.kind === "call" || this.kind === "score") && !this.melds.length) {
      this.melds = [{ cards: [], mine: this.kind === "score" }];
    }
    if (!this.places.some(({ place }) => place === this.place)) {
      this.place = this.places[0]?.place ?? "cards";
    }
  }
  choose(kind: Kind): void {
    this.kind = kind;
    this.answer = null;
    this.prepare();
    this.place = this.places[0]?.place ?? "cards";
  }
  addMeld(): void {
    this.melds.push({ cards: [], mine: this.kind === "score" });
    this.place = `meld${this.melds.length - 1}`;
  }
  dropMeld(at: number): void {
    this.melds.splice(at, 1);
    this.onto = 1;
    this.place = this.places[0]?.place ?? "cards";
  }

  at(place: Place): string[] {
    if (place.startsWith("meld")) return this.melds[Number(place.slice(4))]?.cards ?? [];
    return this.rows[place as Row];
  }
  private put(place: Place, cards: string[]): void {
    if (place.startsWith("meld")) {
      const meld = this.melds[Number(place.slice(4))];
      if (meld) meld.cards = cards;
    } else this.rows[place as Row] = cards;
  }

  // ---------------------------------------------------------------- tapping

  count(card: Card, place: string): number {
    const wanted = token(card);
    return this.at(place as Place).filter((piece) => piece.split("=")[0] === wanted).length;
  }
  press(card: Card, copies: number): string {
    const here = this.at(this.place);
    const single = this.place === "cards" && (this.kind === "discard" || this.kind === "call");
    if (this.count(card, this.place) >= Math.max(copies, 1)) {
      this.put(this.place, here.filter((piece) => piece.split("=")[0] !== token(card)));
      return `${cardName(card)} removed`;
    }
    this.put(this.place, single ? [token(card)] : [...here, token(card)]);
    return `${cardName(card)} added`;
  }
  remove(card: Card): string {
    const at = this.at(this.place).map((piece) => piece.split("=")[0]).lastIndexOf(token(card));
    if (at < 0) return "";
    this.removeAt(this.place, at);
    return `${cardName(card)} removed`;
  }
  removeAt(place: Place, at: number): void {
    this.put(place, this.at(place).filter((_, i) => i !== at));
  }
  clear(): void {
    for (const { place } of this.places) this.put(place, []);
    this.answer = null;
  }
  get empty(): boolean {
    return this.places.every(({ place }) => this.at(place).length === 0);
  }

  // ---------------------------------------------------------------- asking

  question(rules: string): RefereeQuestion {
    const text = (place: Row): string =>
      this.places.some((each) => each.place === place) ? this.rows[place].join(" ") : "";
    return {
      rules,
      kind: this.kind,
      cards: text("cards"),
      hand: text("hand"),
      pile: text("pile"),
      took: text("took"),
      others: text("others"),
      melds: this.kind === "meld" ? [] : this.melds.map(({ cards, mine }) => ({ cards: cards.join(" "), mine })),
      onto: this.kind === "layoff" ? this.onto : 0,
      take: this.kind === "dig" ? Math.min(this.take, this.rows.pile.length) : 0,
      stock: this.kind === "stock" ? false : this.stock,
      wild: this.wild,
      melded: this.melded,
      ended: this.ended,
      rummy: this.rummy && this.ended !== "",
      window: this.window,
    };
  }

  async ask(rules: string): Promise<void> {
    const number = ++this.#asked;
    this.busy = true;
    try {
      const found = await api.referee(this.question(rules));
      if (number !== this.#asked) return;
      this.answer = found;
      this.fault = "";
    } catch (wrong) {
      if (number !== this.#asked || !(wrong instanceof ApiFault)) return;
      this.fault = wrong.message;
    } finally {
      if (number === this.#asked) this.busy = false;
    }
  }

  // ---------------------------------------------------------------- naming wild cards

  /** Ask what the cards of the chosen place can be; the server knows. */
  async readWilds(rules: string, wilds: ReadonlySet<Card>): Promise<void> {
    const number = ++this.#reading;
    const cards = this.at(this.place);
    const laid = this.place === "cards" && (this.kind === "meld" || this.kind === "layoff");
    if (!(laid || this.place.startsWith("meld")) || !cards.some((piece) => wilds.has(cardOf(piece).card))) {
      this.readings = [];
      return;
    }
    const bare = cards.map(unnamed).join(" ");
    const question: RefereeQuestion =
      laid && this.kind === "layoff"
        ? { ...this.question(rules), cards: bare }
        : { rules, kind: "meld", cards: bare, wild: this.wild };
    const found = await api.referee(question).catch(() => null);
    if (number !== this.#reading) return;
    const every = new Map<string, string>();
    for (const { text, steps } of found?.ways ?? []) {
      const step = steps[steps.length - 1];
      const pieces = (step?.cards ?? []).map((card, at) => {
        const stands = step?.stands[at] ?? card;
        return stands === card ? token(card) : `${token(card)}=${token(stands)}`;
      });
      every.set(pieces.join(" "), text);
    }
    this.readings = [...every].map(([pieces, title]) => ({ pieces, title }));
  }
  /** The reading that was chosen; empty where none was. */
  get named(): string {
    const now = [...this.at(this.place)].sort().join(" ");
    return this.readings.find(({ pieces }) => split(pieces).sort().join(" ") === now)?.pieces ?? "";
  }
  /** Choose a reading; none takes the names away. */
  name(pieces: string): void {
    this.put(this.place, pieces ? split(pieces) : this.at(this.place).map(unnamed));
  }

  /** Cards out of any text, to the place that is chosen; a fault in words where it names none. */
  async paste(rules: string, text: string): Promise<number> {
    // Another place may be chosen before the answer comes.
    const place = this.place;
    const single: RefereeQuestion = { rules, kind: "meld", cards: text };
    const found = await api.referee(single);
    if (!found.read) throw new Error(found.headline.replace(/^The cards: /, ""));
    const cards = split(found.read.cards);
    this.put(place, [...this.at(place), ...cards]);
    return cards.length;
  }

  /** The whole question as the end of an address. */
  address(rules: string): string {
    const search = new URLSearchParams({ rules, ask: this.kind });
    const places = new Set(this.places.map(({ place }) => place));
    for (const [name, cards] of Object.entries(this.rows)) {
      if (cards.length && places.has(name as Place)) search.set(name, cards.join(" "));
    }
    if (this.kind !== "meld") {
      for (const { cards, mine } of this.melds) {
        if (cards.length) search.append("meld", `${mine ? "mine:" : ""}${cards.join(" ")}`);
      }
    }
    if (this.kind === "layoff" && this.onto > 1) search.set("onto", String(this.onto));
    if (this.kind === "dig" && this.take) search.set("take", String(this.take));
    if (!this.stock) search.set("stock", "0");
    if (this.wild) search.set("wild", this.wild);
    if (this.melded) search.set("melded", "");
    if (this.kind === "score" && this.ended) search.set("ended", this.ended);
    if (this.kind === "score" && this.rummy) search.set("rummy", "");
    if (this.kind === "call" && this.window !== "open") search.set("window", this.window);
    return `/referee?${search}`;
  }
}
