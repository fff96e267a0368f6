// A room as this page sees it: the state that is shown, what is selected, and what may be done.
// It knows no rules: it asks the server what a selection is good for and shows the answer.

import { tick } from "svelte";
import { byRank, bySuit, cardName, cardsName } from "./cards";
import { animate, picture } from "./fly";
import type {
  Card,
  Control,
  Done,
  Hinted,
  Legal,
  News,
  Offer,
  Offers,
  PlayerAction,
  Refused,
  Said,
  Seat,
  State,
  Table,
  Window as CallWindow,
} from "./protocol";
import { keepPromise } from "./promises";
import { keepSeat, prefer, settings, store, stored, type Sort } from "./settings.svelte";
import { Connection, type Line } from "./socket";
import { play } from "./sound";
import { framesTo, type Frame } from "./steps";

export interface Held {
  /** The page's own name for this card in the hand. */
  id: number;
  card: Card;
  fresh: boolean;
}

export interface LogLine {
  id: number;
  seq: number;
  seat: number;
  text: string;
  cards: readonly Card[];
  round: number;
}

export interface Question {
  text: string;
  yes: string;
  then(): void;
}

const PACES = { slow: 1700, normal: 950, fast: 350, step: 0 };
const OWN_PAUSE = 60;
const LONG_QUEUE = 60;

export class Game {
  /** What is shown; it may be a few moves behind `latest`. */
  state = $state.raw<State | null>(null);
  latest = $state.raw<State | null>(null);
  queue = $state.raw<Frame[]>([]);
  line = $state<Line>("connecting");
  failure = $state("");

  hand = $state.raw<Held[]>([]);
  selected = $state.raw<ReadonlySet<number>>(new Set());
  /** So many cards of the pile are lifted for a look. */
  take = $state(0);
  offers = $state.raw<Offers | null>(null);
  looking = $state(false);
  busy = $state(false);

  refusal = $state.raw<Refused | null>(null);
  hint = $state.raw<Hinted | null>(null);
  question = $state.raw<Question | null>(null);
  /** Several ways to do the same: one of them is to be chosen. */
  choices = $state.raw<readonly Offer[]>([]);
  log = $state.raw<LogLine[]>([]);
  /** Cards to flash, after a line of the log was tapped. */
  flash = $state.raw<ReadonlySet<Card>>(new Set());
  /** What each seat said last. */
  said = $state.raw<Record<number, string>>({});
  polite = $state.raw({ text: "", n: 0 });
  assertive = $state.raw({ text: "", n: 0 });
  /** The table's root element, for motion. */
  root: HTMLElement | null = null;

  private connection: Connection;
  private timer = 0;
  private waiting = false;
  private ids = 0;
  private lookId = 0;
  private hintAt = { seq: -1, strength: 0 };
  private flashTimer = 0;
  private saidTimers: Record<number, number> = {};
  private title = "";
  private skew = 0;

  constructor(
    readonly roomId: string,
    private token: string,
  ) {
    this.connection = new Connection(roomId, token, {
      state: this.heard,
      said: this.hearPhrase,
      failed: (failed) => {
        if (failed.final) this.failure = failed.text;
        else this.alert(failed.text);
      },
      line: (line) => {
        if (line === "waiting" && this.line === "open") this.say("The connection is gone. Trying again.");
        if (line === "open" && this.line !== "open" && this.state) this.say("Connected.");
        this.line = line;
      },
    });
    document.addEventListener("visibilitychange", this.looked);
  }

  close(): void {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.looked);
    this.looked();
    this.connection.close();
  }

  // ---------------------------------------------------------------- what is shown

  get you(): number {
    return this.state?.you ?? -1;
  }
  get table(): Table | null {
    return this.state?.table ?? null;
  }
  /** Who is there is told as it is, however far behind the cards are shown. */
  get seats(): Seat[] {
    return this.latest?.room.seats ?? [];
  }
  /** Everything that has happened has been shown. */
  get caught(): boolean {
    return this.queue.length === 0;
  }
  /** What may be done now, if it is this seat's to act and everything before has been shown. */
  get legal(): Legal | null {
    return this.state === this.latest ? (this.state?.legal ?? null) : null;
  }
  get window(): CallWindow | null {
    return this.state?.window ?? null;
  }
  get myTurn(): boolean {
    return this.you >= 0 && !!this.legal && this.table?.seat === this.you;
  }
  /** The time by the server's clock, in seconds. */
  now(): number {
    return Date.now() / 1000 + this.skew;
  }
  nameOf(seat: number): string {
    return seat === this.you ? "You" : this.seats[seat]?.name || `Seat ${seat + 1}`;
  }

  get shownHand(): Held[] {
    if (settings.sort === "mine") return this.hand;
    const order = settings.sort === "suit" ? bySuit : byRank;
    return [...this.hand].sort((a, b) => order(a.card, b.card) || a.id - b.id);
  }
  get picked(): Held[] {
    return this.shownHand.filter((held) => this.selected.has(held.id));
  }
  /** Moves of others since this seat's own last one. */
  get recap(): LogLine[] {
    let from = this.log.length;
    while (from > 0 && this.log[from - 1]!.seat !== this.you) from--;
    return this.log.slice(from);
  }

  // ---------------------------------------------------------------- what is heard

  private heard = (state: State): void => {
    this.skew = state.now - Date.now() / 1000;
    const first = this.latest === null;
    const last = this.queue[this.queue.length - 1]?.state ?? this.state;
    this.latest = state;
    keepPromise(state.room);
    // The rematch knows everybody by the same secrets.
    if (state.room.next_room && this.token) keepSeat(state.room.next_room, this.token);
    this.ring(state);
    if (first) {
      this.show({ state, news: state.news }, true);
      return;
    }
    const frames = framesTo(last, state);
    // The own move, and who comes and goes, need no pause after what was watched.
    if (!this.queue.length && frames.every((frame) => frame.news.every((news) => news.seat === state.you))) {
      clearTimeout(this.timer);
      this.waiting = false;
    }
    this.queue = [...this.queue, ...frames];
    if (document.hidden || this.queue.length > LONG_QUEUE) this.skip();
    else this.pump();
  };

  /** Show the next frame, unless one is still being looked at. */
  private pump = (): void => {
    while (!this.waiting && this.queue.length) {
      const [frame, ...rest] = this.queue;
      this.queue = rest;
      this.show(frame!, false);
      const others = frame!.news.some((news) => news.seat !== this.you);
      const hurry = this.urgent();
      if (!others || hurry) {
        if (rest.length && !hurry) this.rest(OWN_PAUSE);
        continue;
      }
      // In steps a key or a button shows the next move; there is none to press while none waits.
      if (settings.pace === "step") this.waiting = true;
      else this.rest(PACES[settings.pace]);
    }
  };

  private rest(pause: number): void {
    this.waiting = true;
    this.timer = window.setTimeout(() => {
      this.waiting = false;
      this.pump();
    }, pause);
  }

  /** Go on to the next move (pace `step`), or stop waiting. */
  next = (): void => {
    clearTimeout(this.timer);
    this.waiting = false;
    this.pump();
  };

  /** Show everything at once. */
  skip = (): void => {
    clearTimeout(this.timer);
    this.waiting = false;
    const frames = this.queue;
    this.queue = [];
    for (const frame of frames) this.show(frame, true);
  };

  // A call window does not wait for slow watching.
  private urgent(): boolean {
    const window = this.latest?.window;
    return !!window && !!this.latest?.legal && !window.answered;
  }

  private show(frame: Frame, quiet: boolean): void {
    const before = this.state;
    const { state, news } = frame;
    const pictured = quiet ? null : picture(this.root);
    this.keepFocus();
    this.state = state;
    this.keepHand(before, state);
    this.note(news, state);
    const act = news[news.length - 1];
    if (pictured) {
      void tick().then(() =>
        animate(this.root, pictured, {
          seat: act?.seat ?? state.table?.seat ?? -1,
          you: state.you,
          drawn: act && act.kind === "draw" && act.seat !== state.you ? 1 : 0,
        }),
      );
    }
    if (!quiet && act) {
      play(act.kind === "meld" || act.kind === "layoff" || act.kind === "call" ? "lay" : "card");
    }
    this.tell(before, state, quiet);
    const same = before?.table?.phase === state.table?.phase && before?.table?.seat === state.table?.seat;
    if (!same) {
      this.take = 0;
      this.refusal = null;
    }
    if (state === this.latest) {
      if (before?.seq !== state.seq) this.hint = null;
      void this.look();
    }
  }

  // The card or button in focus may go with this state: the hand is where to go on.
  private keepFocus(): void {
    const active = document.activeElement;
    if (!this.root || !active || !this.root.contains(active)) return;
    void tick().then(() => {
      if (active.isConnected && document.activeElement === active) return;
      if (document.activeElement && document.activeElement !== document.body) return;
      const next =
        this.root?.querySelector<HTMLElement>('.hand [tabindex="0"], .board [tabindex="-1"]') ??
        this.root?.querySelector<HTMLElement>("h1");
      if (next?.matches("h1")) next.tabIndex = -1;
      next?.focus({ preventScroll: true });
    });
  }

  private note(news: readonly News[], state: State): void {
    const known = this.log[this.log.length - 1]?.seq ?? -1;
    const round = state.room.rounds.length + (state.table?.phase === "over" ? 0 : 1);
    const fresh = news.filter((each) => each.seq > known);
    if (!fresh.length) return;
    this.log = [
      ...this.log,
      ...fresh.map((each) => ({
        id: this.ids++,
        seq: each.seq,
        seat: each.seat,
        text: each.text,
        cards: each.cards,
        round,
      })),
    ].slice(-400);
  }

  private tell(before: State | null, state: State, quiet: boolean): void {
    const table = state.table;
    const was = before?.table;
    const spoken = state.news.filter((news) => news.seat !== state.you || quiet);
    const lines = (quiet ? spoken.slice(-6) : spoken).map((news) => news.text);
    if (table?.stock_rule && !was?.stock_rule) lines.push(table.stock_rule);
    if (lines.length && before) this.say(lines.join(" "));
    if (state.window && state.legal && !state.window.answered && !before?.window) {
      play("call");
      this.alert(`Rummy? ${this.nameOf(state.window.by)} discarded ${cardName(state.window.card)}.`);
    } else if (state.legal && table?.seat === state.you) {
      const mine = was?.seat === state.you && before?.legal;
      if (!mine || was?.phase === "over") {
        if (!document.hidden) play("turn");
        this.alert(`Your turn. ${state.legal.step}`);
      } else if (was?.phase !== table.phase || was.plan !== table.plan) {
        this.say(table.plan || state.legal.step);
      }
    }
    const rounds = state.room.rounds;
    if (before && rounds.length > before.room.rounds.length) {
      play("end");
      this.alert(`The round is over. ${rounds[rounds.length - 1]?.ending ?? ""}`);
    }
    if (before && before.room.phase !== "over" && state.room.phase === "over") {
      this.alert(`The match is over. ${state.room.result}`);
    }
  }

  // ---------------------------------------------------------------- notice when away

  private ring(state: State): void {
    if (!document.hidden || !state.legal || this.title) return;
    if (settings.titleFlash) {
      this.title = document.title;
      document.title = "● Your turn · Laydown";
    }
    if (settings.vibrate && "vibrate" in navigator) navigator.vibrate?.(120);
    play("turn");
  }

  private looked = (): void => {
    if (document.hidden && this.title) return;
    if (this.title) document.title = this.title;
    this.title = "";
  };

  // ---------------------------------------------------------------- the hand

  private get orderKey(): string {
    return `laydown.order.${this.roomId}`;
  }

  private keepHand(before: State | null, state: State): void {
    const table = state.table;
    if (!table) {
      this.hand = [];
      this.selected = new Set();
      return;
    }
    const left = new Map<Card, number>();
    for (const card of table.hand) left.set(card, (left.get(card) ?? 0) + 1);
    const kept: Held[] = [];
    // When one of two copies goes, it is the selected one that was meant.
    const claims = [...this.hand].sort(
      (a, b) => Number(this.selected.has(a.id)) - Number(this.selected.has(b.id)),
    );
    const stays = new Set<number>();
    for (const held of claims) {
      const many = left.get(held.card) ?? 0;
      if (many > 0) {
        left.set(held.card, many - 1);
        stays.add(held.id);
      }
    }
    for (const held of this.hand) if (stays.has(held.id)) kept.push(held);
    const came: Card[] = [];
    for (const [card, many] of left) for (let i = 0; i < many; i++) came.push(card);
    const dealt = kept.length === 0;
    if (dealt && came.length) {
      came.sort(bySuit);
      if (!before?.table) {
        const remembered = (stored(this.orderKey) ?? "").split(",").filter(Boolean).map(Number);
        const place = (card: Card) => {
          const at = remembered.indexOf(card);
          return at < 0 ? remembered.length : at;
        };
        came.sort((a, b) => place(a) - place(b));
      }
    }
    const clear = came.length > 0 && before?.table?.phase === "draw";
    if (!came.length && kept.length === this.hand.length) return;
    this.hand = [
      ...kept.map((held) => (clear && held.fresh ? { ...held, fresh: false } : held)),
      ...came.map((card) => ({ id: this.ids++, card, fresh: !dealt })),
    ];
    this.selected = new Set([...this.selected].filter((id) => stays.has(id)));
    this.keepOrder();
  }

  private keepOrder(): void {
    store(this.orderKey, this.hand.map((held) => held.card).join(","));
  }

  sort(how: Sort): void {
    if (how === "mine" && settings.sort !== "mine") {
      this.hand = this.shownHand;
      this.keepOrder();
    }
    const before = picture(this.root);
    prefer({ sort: how });
    this.say(`Sorted ${how === "mine" ? "your own way" : `by ${how}`}.`);
    void tick().then(() => animate(this.root, before, { seat: -1, you: this.you, drawn: 0 }));
  }

  /** Move these cards so that they stand before place `to` of the shown hand. */
  arrange(ids: ReadonlySet<number>, to: number): void {
    const shown = this.shownHand;
    const moving = shown.filter((held) => ids.has(held.id));
    const ahead = shown.slice(0, to).filter((held) => !ids.has(held.id));
    const behind = shown.slice(to).filter((held) => !ids.has(held.id));
    const before = picture(this.root);
    this.hand = [...ahead, ...moving, ...behind];
    if (settings.sort !== "mine") prefer({ sort: "mine" });
    this.keepOrder();
    void tick().then(() => animate(this.root, before, { seat: -1, you: this.you, drawn: 0 }));
  }

  /** Move one card a place to the left or right. */
  nudge(id: number, by: -1 | 1): void {
    const at = this.shownHand.findIndex((held) => held.id === id);
    const to = by < 0 ? at - 1 : at + 2;
    if (at < 0 || to < 0 || to > this.hand.length) return;
    this.arrange(new Set([id]), to);
    const held = this.hand.find((one) => one.id === id);
    const place = this.hand.findIndex((one) => one.id === id) + 1;
    if (held) this.say(`${cardName(held.card)}, ${place} of ${this.hand.length}`);
  }

  // ---------------------------------------------------------------- selecting

  toggle(id: number): void {
    const next = new Set(this.selected);
    if (!next.delete(id)) next.add(id);
    this.select(next);
  }

  select(ids: ReadonlySet<number>): void {
    this.selected = ids;
    this.take = 0;
    this.refusal = null;
    void this.look();
  }

  clear = (): void => {
    if (!this.selected.size && !this.take && !this.hint && !this.refusal) return;
    this.hint = null;
    this.select(new Set());
    this.say("Nothing selected.");
  };

  /** Lift the last `count` cards of the pile for a look; the same again lowers them. */
  lift(count: number, stay = false): void {
    if (stay && this.take === count) return;
    this.selected = new Set();
    this.refusal = null;
    this.take = this.take === count ? 0 : count;
    void this.look(true);
  }

  /** Ask what the selection is good for. */
  private async look(speak = false): Promise<Offers | null> {
    const id = ++this.lookId;
    const cards = this.picked.map((held) => held.card);
    if ((!cards.length && !this.take) || !this.legal || !this.latest) {
      this.offers = null;
      this.looking = false;
      return null;
    }
    this.looking = true;
    const answer = await this.connection.ask({
      is: "look",
      seq: this.latest.seq,
      cards,
      take: this.take,
      pile: [],
    });
    if (id !== this.lookId) return null;
    this.looking = false;
    if (!answer) this.offers = null;
    else if (answer.is === "offers") this.offers = answer;
    else if (answer.is === "refused") {
      this.offers = { is: "offers", id: "", seq: 0, offers: [], missing: answer.text, preview: "" };
    }
    const found = this.offers;
    if (found && (speak || cards.length)) {
      const first = found.offers[0];
      this.say([found.preview, found.missing || (first ? first.label : "")].filter(Boolean).join(" "));
    }
    return found;
  }

  offersFor(kinds: readonly string[], meld?: string): Offer[] {
    return (this.offers?.offers ?? []).filter(
      (offer) =>
        kinds.includes(offer.action.type) && (meld === undefined || offer.meld === meld),
    );
  }

  /** Cards were dropped on the table, a meld or the pile: the same as selecting and pressing. */
  async drop(ids: ReadonlySet<number>, where: string): Promise<void> {
    this.selected = ids;
    this.take = 0;
    if (!this.legal) {
      this.alert(this.notNow());
      return;
    }
    const found = await this.look();
    if (!found) return;
    const meld = where.startsWith("meld:") ? where.slice(5) : "";
    const fits = found.offers.filter((offer) =>
      where === "pile"
        ? offer.action.type === "discard"
        : meld
          ? offer.meld === meld
          : offer.action.type === "meld",
    );
    if (fits.length) this.choose(fits);
    else {
      if (where === "pile") await this.why({ type: "discard", card: this.picked[0]?.card ?? -1 });
      else if (meld)
        await this.why({ type: "layoff", meld, cards: this.picked.map((held) => held.card) });
      else this.alert(found.missing || "These cards do not make a new meld.");
    }
  }

  /** Why nothing can be done just now. */
  notNow(): string {
    if (this.you < 0) return "You are watching.";
    if (this.line !== "open") return "The connection is gone; wait until it is back.";
    if (!this.caught) return "Moves of the others are still being shown.";
    const room = this.latest?.room;
    if (room?.phase === "paused") return "The match is paused.";
    if (this.seats[this.you]?.who === "computer") return "A computer plays your seat: take it back first.";
    if (this.table) return `It is not your turn: ${this.nameOf(this.table.seat)} is playing.`;
    return "Nothing to do just now.";
  }

  // ---------------------------------------------------------------- acting

  /** Do the one offer, or let the player choose among several. */
  choose(found: readonly Offer[]): void {
    if (found.length === 1) this.do(found[0]!);
    else this.choices = found;
  }

  /** Do what was offered, after its question if it has one. */
  do(offer: Offer): void {
    if (offer.confirm) {
      this.question = {
        text: offer.confirm,
        yes: offer.label,
        then: () => void this.act(offer.action),
      };
    } else void this.act(offer.action);
  }

  async act(action: PlayerAction): Promise<boolean> {
    if (!this.legal || !this.latest || this.busy) {
      if (!this.busy) this.refuse(this.notNow());
      return false;
    }
    return this.sent({ is: "do", seq: this.latest.seq, action });
  }

  async back(): Promise<void> {
    if (!this.latest || this.busy) return;
    this.take = 0;
    if (await this.sent({ is: "back", seq: this.latest.seq })) {
      this.log = [
        ...this.log,
        {
          id: this.ids++,
          seq: this.log[this.log.length - 1]?.seq ?? 0,
          seat: this.you,
          text: "You take it back.",
          cards: [],
          round: this.log[this.log.length - 1]?.round ?? 0,
        },
      ];
      this.say("Taken back.");
    }
  }

  ready(): Promise<boolean> {
    return this.sent({ is: "ready" });
  }

  speak(phrase: string): void {
    void this.sent({ is: "say", phrase });
  }

  control(what: Control["what"], seat = -1, level = "", text = ""): Promise<boolean> {
    return this.sent({ is: "control", what, seat, level, text });
  }

  private async sent(message: Parameters<Connection["command"]>[0]): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    const answer: Done | Refused = await this.connection.command(message);
    this.busy = false;
    if (answer.is === "done") {
      this.hint = null;
      return true;
    }
    this.refusal = answer;
    play("no");
    this.alert(answer.text);
    return false;
  }

  /** Ask why this is refused and say so. */
  async why(action: PlayerAction): Promise<void> {
    if (!this.latest || !this.legal) {
      this.refuse(this.notNow());
      return;
    }
    const answer = await this.connection.ask({ is: "why", seq: this.latest.seq, action });
    if (answer?.is === "refused") {
      this.refusal = answer;
      play("no");
      this.alert(answer.text);
    }
  }

  refuse(text: string): void {
    this.refusal = { is: "refused", id: "", text, clause: "", option: "" };
    play("no");
    this.alert(text);
  }

  /** A hint; asked again at the same position it is stronger. */
  async help(): Promise<void> {
    if (!this.latest || !this.legal) {
      this.refuse(this.notNow());
      return;
    }
    const seq = this.latest.seq;
    const strength = this.hintAt.seq === seq ? Math.min(3, this.hintAt.strength + 1) : 1;
    this.hintAt = { seq, strength };
    const answer = await this.connection.ask({ is: "hint", seq, strength: strength as 1 | 2 | 3 });
    if (this.latest.seq !== seq || !answer) return;
    if (answer.is === "hinted") {
      this.hint = answer;
      this.say(`Hint. ${answer.text}`);
    } else if (answer.is === "refused") this.refuse(answer.text);
  }

  get hintStrength(): number {
    return this.latest && this.hintAt.seq === this.latest.seq ? this.hintAt.strength : 0;
  }

  // ---------------------------------------------------------------- words

  say(text: string): void {
    this.polite = { text, n: this.polite.n + 1 };
  }

  alert(text: string): void {
    this.assertive = { text, n: this.assertive.n + 1 };
  }

  point(cards: readonly Card[]): void {
    clearTimeout(this.flashTimer);
    this.flash = new Set(cards);
    if (cards.length) this.say(cardsName(cards));
    this.flashTimer = window.setTimeout(() => (this.flash = new Set()), 1600);
  }

  private hearPhrase = (said: Said): void => {
    if (settings.muted && said.seat !== this.you) return;
    this.said = { ...this.said, [said.seat]: said.phrase };
    clearTimeout(this.saidTimers[said.seat]);
    this.saidTimers[said.seat] = window.setTimeout(() => {
      const { [said.seat]: _, ...rest } = this.said;
      this.said = rest;
    }, 5000);
    this.say(`${this.nameOf(said.seat)}: ${phraseText(said.phrase)}`);
  };
}

const PHRASES: Record<string, string> = {
  "hello": "Hello!",
  "well-played": "Well played!",
  "good-luck": "Good luck!",
  "thanks": "Thank you!",
  "ouch": "Ouch!",
  "one-moment": "One moment…",
  "rummy": "Rummy!",
  "goodbye": "Goodbye!",
};

/** A quick phrase in words. */
export function phraseText(key: string): string {
  return PHRASES[key] ?? key;
}
