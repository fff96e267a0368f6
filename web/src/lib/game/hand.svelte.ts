// The own hand in the order that its player gave it.

import { byRank, bySuit, cardName } from "../cards";
import type { Card, Table } from "../protocol";
import { prefer, settings, store, stored, type Sort } from "../settings.svelte";

export interface Held {
  /** The page's own name for this card in the hand. */
  id: number;
  card: Card;
  fresh: boolean;
}

interface Around {
  say(text: string): void;
  /** Change something, with the cards travelling to their new places. */
  move(change: () => void): void;
}

export class OwnHand {
  cards = $state.raw<Held[]>([]);

  private ids = 0;
  private readonly key: string;

  constructor(
    roomId: string,
    private around: Around,
  ) {
    this.key = `laydown.order.${roomId}`;
  }

  /** As it is sorted on the screen. */
  get shown(): Held[] {
    if (settings.sort === "mine") return this.cards;
    const order = settings.sort === "suit" ? bySuit : byRank;
    return [...this.cards].sort((a, b) => order(a.card, b.card) || a.id - b.id);
  }

  /** Hold what the table says, in the order kept; of two copies the `selected` one goes first. */
  keep(before: Table | null, table: Table | null, selected: ReadonlySet<number>): void {
    if (!table) {
      this.cards = [];
      return;
    }
    const left = new Map<Card, number>();
    for (const card of table.hand) left.set(card, (left.get(card) ?? 0) + 1);
    const claims = [...this.cards].sort(
      (a, b) => Number(selected.has(a.id)) - Number(selected.has(b.id)),
    );
    const stays = new Set<number>();
    for (const held of claims) {
      const many = left.get(held.card) ?? 0;
      if (many > 0) {
        left.set(held.card, many - 1);
        stays.add(held.id);
      }
    }
    const kept = this.cards.filter((held) => stays.has(held.id));
    const came: Card[] = [];
    for (const [card, many] of left) for (let i = 0; i < many; i++) came.push(card);
    const dealt = kept.length === 0;
    if (dealt && came.length) {
      came.sort(bySuit);
      if (!before) this.asRemembered(came);
    }
    if (!came.length && kept.length === this.cards.length) return;
    const clear = came.length > 0 && before?.phase === "draw";
    this.cards = [
      ...kept.map((held) => (clear && held.fresh ? { ...held, fresh: false } : held)),
      ...came.map((card) => ({ id: this.ids++, card, fresh: !dealt })),
    ];
    this.remember();
  }

  private asRemembered(cards: Card[]): void {
    const remembered = (stored(this.key) ?? "").split(",").filter(Boolean).map(Number);
    const place = (card: Card) => {
      const at = remembered.indexOf(card);
      return at < 0 ? remembered.length : at;
    };
    cards.sort((a, b) => place(a) - place(b));
  }

  private remember(): void {
    store(this.key, this.cards.map((held) => held.card).join(","));
  }

  sort(how: Sort): void {
    if (how === "mine" && settings.sort !== "mine") {
      this.cards = this.shown;
      this.remember();
    }
    this.around.move(() => prefer({ sort: how }));
    this.around.say(`Sorted ${how === "mine" ? "your own way" : `by ${how}`}.`);
  }

  /** Move these cards so that they stand before place `to` of the shown hand. */
  arrange(ids: ReadonlySet<number>, to: number): void {
    const shown = this.shown;
    const moving = shown.filter((held) => ids.has(held.id));
    const ahead = shown.slice(0, to).filter((held) => !ids.has(held.id));
    const behind = shown.slice(to).filter((held) => !ids.has(held.id));
    this.lie([...ahead, ...moving, ...behind]);
  }

  /** Let the cards lie in this order, which is the player's own from now on. */
  private lie(order: Held[]): void {
    this.around.move(() => {
      this.cards = order;
      if (settings.sort !== "mine") prefer({ sort: "mine" });
    });
    this.remember();
  }

  /** Which cards of the hand these faces are. */
  holding(cards: readonly Card[]): Set<number> {
    const found = new Set<number>();
    for (const card of cards) {
      const held = this.shown.find((one) => one.card === card && !found.has(one.id));
      if (held) found.add(held.id);
    }
    return found;
  }

  /** Let these groups of cards lie side by side, before all others. */
  gather(groups: readonly (readonly Card[])[]): void {
    const ids = new Set<number>();
    for (const cards of groups) {
      const left = this.shown.filter((one) => !ids.has(one.id));
      for (const card of cards) {
        const held = left.find((one) => one.card === card && !ids.has(one.id));
        if (held) ids.add(held.id);
      }
    }
    const byId = new Map(this.shown.map((held) => [held.id, held]));
    this.lie([...[...ids].map((id) => byId.get(id)!), ...this.shown.filter((held) => !ids.has(held.id))]);
  }

  /** Move one card a place to the left or right. */
  nudge(id: number, by: -1 | 1): void {
    const at = this.shown.findIndex((held) => held.id === id);
    const to = by < 0 ? at - 1 : at + 2;
    if (at < 0 || to < 0 || to > this.cards.length) return;
    this.arrange(new Set([id]), to);
    const held = this.cards.find((one) => one.id === id);
    const place = this.cards.findIndex((one) => one.id === id) + 1;
    if (held) this.around.say(`${cardName(held.card)}, ${place} of ${this.cards.length}`);
  }
}
