// Cards as records write them: rank first, `T` for ten, `X` for the joker.

import { JOKER, type Card } from "./protocol";

const RANKS = "A23456789TJQK";
const SUITS = "SHDC";

/** `TD`, `X` */
export function cardText(card: Card): string {
  if (card === JOKER) return "X";
  return `${RANKS[card % 13] ?? "?"}${SUITS[Math.floor(card / 13)] ?? "?"}`;
}

/** `AS X TD` */
export function cardsText(cards: readonly Card[]): string {
  return cards.map(cardText).join(" ");
}

/** The card that a text means, or -1. */
export function readCard(text: string): Card {
  if (text === "X") return JOKER;
  const rank = RANKS.indexOf(text[0] ?? "?");
  const suit = SUITS.indexOf(text[1] ?? "?");
  return text.length === 2 && rank >= 0 && suit >= 0 ? suit * 13 + rank : -1;
}
