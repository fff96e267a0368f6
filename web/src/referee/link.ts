// The question to the referee that stands behind a refusal at the table.

import type { Card, Table } from "../lib/protocol";
import { JOKER } from "../lib/protocol";

const RANKS = "A23456789TJQK";
const SUITS = "SHDC";

/** The short text of a card, as links carry it. */
export const token = (card: Card): string =>
  card === JOKER ? "X" : `${RANKS[card % 13]}${SUITS[Math.floor(card / 13)]}`;

const text = (cards: readonly Card[]): string => cards.map(token).join(" ");

/** What was tried with the cards picked, as the table lay. */
export function refereeLink(rules: string, table: Table, you: number, picked: readonly Card[]): string {
  const kind = table.phase === "draw" ? "dig" : picked.length === 1 ? "discard" : "meld";
  const search = new URLSearchParams({ rules, ask: kind });
  if (kind === "dig") search.set("pile", text(table.pile));
  else search.set("cards", text(picked));
  if (kind !== "meld") {
    search.set("hand", text(table.hand));
    if (kind === "discard" && table.taken.length) search.set("took", text(table.taken));
    if (table.stock === 0) search.set("stock", "0");
    for (const { owner, cards, stands } of table.melds) {
      const laid = cards.map((card, at) =>
        stands[at] === card ? token(card) : `${token(card)}=${token(stands[at] ?? card)}`,
      );
      search.append("meld", `${owner === you ? "mine:" : ""}${laid.join(" ")}`);
    }
  }
  const [wild] = table.wild_ranks;
  if (wild !== undefined) search.set("wild", wild === 9 ? "10" : (RANKS[wild] ?? ""));
  return `/referee?${search}`;
}
