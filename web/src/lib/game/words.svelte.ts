// What is said to the player: the log, the live regions, the phrases of the others.

import { cardsName } from "../cards";
import { phraseText } from "../phrases";
import type { Card, News, Said, State } from "../protocol";
import { settings } from "../settings.svelte";

export interface LogLine {
  id: number;
  seq: number;
  seat: number;
  text: string;
  cards: readonly Card[];
  round: number;
  /** The move was taken back. */
  undone: boolean;
}

const MOST_LINES = 400;

export class Words {
  log = $state.raw<LogLine[]>([]);
  /** Cards to flash, after a line of the log was tapped. */
  flash = $state.raw<ReadonlySet<Card>>(new Set());
  /** What each seat said last. */
  said = $state.raw<Record<number, string>>({});
  polite = $state.raw({ text: "", n: 0 });
  assertive = $state.raw({ text: "", n: 0 });

  private ids = 0;
  private known = -1;
  private flashTimer = 0;
  private saidTimers: Record<number, number> = {};

  /** Say it when there is time to listen. */
  say(text: string): void {
    this.polite = { text, n: this.polite.n + 1 };
  }

  /** Say it at once. */
  alert(text: string): void {
    this.assertive = { text, n: this.assertive.n + 1 };
  }

  /** The last line of the log. */
  get last(): LogLine | undefined {
    return this.log[this.log.length - 1];
  }

  /** Moves of others since this seat's own last one. */
  since(seat: number): LogLine[] {
    let from = this.log.length;
    while (from > 0 && this.log[from - 1]!.seat !== seat) from--;
    return this.log.slice(from);
  }

  /** Put into the log what it does not know yet, and strike out what was taken back. */
  note(news: readonly News[], state: State): void {
    const round = state.room.rounds.length + (state.table?.phase === "over" ? 0 : 1);
    const fresh = news.filter((each) => each.seq > this.known);
    if (!fresh.length) return;
    let log = [...this.log];
    for (const { seq, seat, text, cards, undoes } of fresh) {
      if (undoes && log.some((line) => line.seq === undoes)) {
        log = log.map((line) => (line.seq === undoes ? { ...line, undone: true } : line));
      } else log.push({ id: this.ids++, seq, seat, text, cards, round, undone: undoes > 0 });
      this.known = seq;
    }
    this.log = log.slice(-MOST_LINES);
  }

  point(cards: readonly Card[]): void {
    clearTimeout(this.flashTimer);
    this.flash = new Set(cards);
    if (cards.length) this.say(cardsName(cards));
    this.flashTimer = window.setTimeout(() => (this.flash = new Set()), 1600);
  }

  hear(said: Said, own: boolean, name: string): void {
    if (settings.muted && !own) return;
    this.said = { ...this.said, [said.seat]: said.phrase };
    clearTimeout(this.saidTimers[said.seat]);
    this.saidTimers[said.seat] = window.setTimeout(() => {
      const { [said.seat]: _, ...rest } = this.said;
      this.said = rest;
    }, 5000);
    this.say(`${name}: ${phraseText(said.phrase)}`);
  }
}
