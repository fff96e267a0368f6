// A room as this page sees it: what is shown, and the commands of its player.
// It knows no rules: it asks the server what a selection is good for and shows the answer.

import { tick } from "svelte";
import { cardName } from "./cards";
import { animate, picture } from "./fly";
import { Away } from "./game/away";
import { OwnHand } from "./game/hand.svelte";
import { Selection } from "./game/selection.svelte";
import { Suggestions } from "./game/suggestions.svelte";
import { Watching } from "./game/watching.svelte";
import { Words, type LogLine } from "./game/words.svelte";
import type {
  Control,
  Done,
  Hinted,
  Legal,
  Offer,
  PlayerAction,
  Refused,
  Seat,
  State,
  Table,
  Window as CallWindow,
} from "./protocol";
import { keepPromise } from "./promises";
import { keepSeat } from "./settings.svelte";
import type { LineState } from "./line";
import { Connection, type Hearers, type Talk } from "./socket";
import { play } from "./sound";
import type { Frame } from "./steps";

export interface Question {
  text: string;
  yes: string;
  then(): void;
}

export class Game {
  line = $state<LineState>("connecting");
  failure = $state("");
  busy = $state(false);

  refusal = $state.raw<Refused | null>(null);
  hint = $state.raw<Hinted | null>(null);
  question = $state.raw<Question | null>(null);
  /** Several ways to do the same: one of them is to be chosen. */
  choices = $state.raw<readonly Offer[]>([]);
  /** The table's root element, for motion. */
  root: HTMLElement | null = null;

  readonly words = new Words();
  readonly watching: Watching;
  readonly hand: OwnHand;
  readonly selection: Selection;
  readonly suggestions: Suggestions;

  private readonly away = new Away();
  private readonly connection: Talk;
  private hintAt = { seq: -1, strength: 0 };
  private skew = 0;

  constructor(
    readonly roomId: string,
    private token: string,
    connect: (hearers: Hearers) => Talk = (hearers) => new Connection(roomId, token, hearers),
  ) {
    const say = (text: string) => this.words.say(text);
    this.watching = new Watching((frame, quiet) => this.show(frame, quiet));
    this.hand = new OwnHand(roomId, { say, move: (change) => this.move(change) });
    const legal = () => this.legal;
    this.selection = new Selection({
      hand: this.hand,
      get legal() {
        return legal();
      },
      pile: (places) => places.map((place) => this.table?.pile[place] ?? -1),
      say,
      changed: () => (this.refusal = null),
      ask: async (cards, take, pile) => {
        const answer = await this.connection.ask({ is: "look", seq: this.seq, cards, take, pile });
        return answer?.is === "offers" || answer?.is === "refused" ? answer : null;
      },
    });
    this.suggestions = new Suggestions({
      hand: this.hand,
      selection: this.selection,
      say,
      ask: async () => {
        const answer = await this.connection.ask({ is: "suggest", seq: this.seq });
        if (answer?.is === "refused") this.refused(answer);
        return answer?.is === "suggested" ? answer : null;
      },
    });
    this.connection = connect({
      state: this.heard,
      said: (said) => this.words.hear(said, said.seat === this.you, this.nameOf(said.seat)),
      failed: (failed) => {
        if (failed.final) this.failure = failed.text;
        else this.words.alert(failed.text);
      },
      line: (line) => {
        if (line === "waiting" && this.line === "open") say("The connection is gone. Trying again.");
        if (line === "open" && this.line !== "open" && this.state) say("Connected.");
        this.line = line;
      },
    });
  }

  close(): void {
    this.watching.close();
    this.away.close();
    this.connection.close();
  }

  // ---------------------------------------------------------------- what is shown

  get state(): State | null {
    return this.watching.shown;
  }
  get latest(): State | null {
    return this.watching.latest;
  }
  private get seq(): number {
    return this.latest?.seq ?? 0;
  }
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
    return this.watching.caught;
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
  /** Moves of others since this seat's own last one. */
  get recap(): LogLine[] {
    return this.words.since(this.you);
  }
  /** The time by the server's clock, in seconds. */
  now(): number {
    return Date.now() / 1000 + this.skew;
  }
  nameOf(seat: number): string {
    return seat === this.you ? "You" : this.seats[seat]?.name || `Seat ${seat + 1}`;
  }

  /** `your`, `Anna’s` */
  whose(seat: number): string {
    if (seat === this.you) return "your";
    const name = this.nameOf(seat);
    return name.endsWith("s") ? `${name}’` : `${name}’s`;
  }

  // ---------------------------------------------------------------- what is heard

  private heard = (state: State): void => {
    this.skew = state.now - Date.now() / 1000;
    keepPromise(state.room);
    // The rematch knows everybody by the same secrets.
    if (state.room.next_room && this.token) keepSeat(state.room.next_room, this.token);
    if (state.legal) this.away.ring();
    this.watching.hear(state);
  };

  private show(frame: Frame, quiet: boolean): void {
    const before = this.state;
    const { state, news } = frame;
    const pictured = quiet ? null : picture(this.root);
    this.keepFocus();
    this.watching.shown = state;
    this.hand.keep(before?.table ?? null, state.table, this.selection.ids);
    this.selection.prune();
    this.suggestions.forget();
    this.words.note(news, state);
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
      this.selection.leavePile();
      this.refusal = null;
    }
    if (state === this.latest) {
      if (before?.seq !== state.seq) this.hint = null;
      void this.selection.look();
    }
  }

  private move(change: () => void): void {
    const before = picture(this.root);
    change();
    void tick().then(() => animate(this.root, before, { seat: -1, you: this.you, drawn: 0 }));
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

  private tell(before: State | null, state: State, quiet: boolean): void {
    const { words } = this;
    const table = state.table;
    const was = before?.table;
    const spoken = state.news.filter((news) => news.seat !== state.you || quiet);
    const lines = (quiet ? spoken.slice(-6) : spoken).map((news) => news.text);
    if (table?.stock_rule && !was?.stock_rule) lines.push(table.stock_rule);
    if (lines.length && before) words.say(lines.join(" "));
    if (state.window && state.legal && !state.window.answered && !before?.window) {
      play("call");
      words.alert(`Rummy? ${this.nameOf(state.window.by)} discarded ${cardName(state.window.card)}.`);
    } else if (state.legal && table?.seat === state.you) {
      const mine = was?.seat === state.you && before?.legal;
      if (!mine || was?.phase === "over") {
        if (!document.hidden) play("turn");
        words.alert(`Your turn. ${state.legal.step}`);
      } else if (was?.phase !== table.phase || was.plan !== table.plan) {
        words.say(table.plan || state.legal.step);
      }
    }
    const rounds = state.room.rounds;
    if (before && rounds.length > before.room.rounds.length) {
      play("end");
      words.alert(`The round is over. ${rounds[rounds.length - 1]?.ending ?? ""}`);
    }
    if (before && before.room.phase !== "over" && state.room.phase === "over") {
      words.alert(`The match is over. ${state.room.result}`);
    }
  }

  // ---------------------------------------------------------------- acting

  /** Lower all cards. */
  clear = (): void => {
    const { selection } = this;
    if (!selection.some && !this.hint && !this.refusal && !this.suggestions.found) return;
    this.hint = null;
    this.suggestions.close();
    selection.select(new Set());
    this.words.say("Nothing selected.");
  };

  /** Cards were dropped on the table, a meld or the pile: the same as selecting and pressing. */
  async drop(ids: ReadonlySet<number>, where: string): Promise<void> {
    const { selection } = this;
    selection.ids = ids;
    selection.leavePile();
    if (!this.legal) {
      this.words.alert(this.notNow());
      return;
    }
    const found = await selection.look();
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
    else if (where === "pile") await this.why({ type: "discard", card: selection.cards[0] ?? -1 });
    else if (meld) await this.why({ type: "layoff", meld, cards: selection.cards });
    else this.words.alert(found.missing || "These cards do not make a new meld.");
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
    this.selection.leavePile();
    if (await this.sent({ is: "back", seq: this.latest.seq })) this.words.say("Taken back.");
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

  private async sent(message: Parameters<Talk["command"]>[0]): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    const answer: Done | Refused = await this.connection.command(message);
    this.busy = false;
    if (answer.is === "done") {
      this.hint = null;
      return true;
    }
    this.refused(answer);
    return false;
  }

  /** Ask why this is refused and say so. */
  async why(action: PlayerAction): Promise<void> {
    if (!this.latest || !this.legal) {
      this.refuse(this.notNow());
      return;
    }
    const answer = await this.connection.ask({ is: "why", seq: this.latest.seq, action });
    if (answer?.is === "refused") this.refused(answer);
    else if (!answer && this.line !== "open") this.refuse(this.notNow());
  }

  refuse(text: string): void {
    this.refused({ is: "refused", id: "", text, clause: "", option: "" });
  }

  private refused(answer: Refused): void {
    this.refusal = answer;
    play("no");
    this.words.alert(answer.text);
  }

  /** A hint; asked again at the same position it is stronger. */
  async help(): Promise<void> {
    if (!this.latest || !this.legal) {
      this.refuse(this.notNow());
      return;
    }
    // A look into the pile makes room for the answer.
    if (this.selection.take) this.selection.leavePile();
    const seq = this.latest.seq;
    const strength = this.hintAt.seq === seq ? Math.min(3, this.hintAt.strength + 1) : 1;
    this.hintAt = { seq, strength };
    const answer = await this.connection.ask({ is: "hint", seq, strength: strength as 1 | 2 | 3 });
    if (this.latest.seq !== seq || !answer) return;
    if (answer.is === "hinted") {
      this.hint = answer;
      this.words.say(`Hint. ${answer.text}`);
    } else if (answer.is === "refused") this.refuse(answer.text);
  }

  get hintStrength(): number {
    return this.latest && this.hintAt.seq === this.latest.seq ? this.hintAt.strength : 0;
  }
}
