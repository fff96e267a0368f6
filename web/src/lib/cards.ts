// Faces in words and in order. Nothing here knows a rule.

import { JOKER, type Card } from "./protocol";

export const SUIT_NAMES = ["spades", "hearts", "diamonds", "clubs"];
export const SUIT_SIGNS = ["♠", "♥", "♦", "♣"];
export const RANK_NAMES = [
  "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  "jack", "queen", "king",
]; // prettier-ignore
export const RANK_SIGNS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

export const suitOf = (card: Card): number => Math.floor(card / 13);
export const rankOf = (card: Card): number => card % 13;

/** `ten of diamonds` */
export function cardName(card: Card): string {
  if (card === JOKER) return "joker";
  return `${RANK_NAMES[rankOf(card)]} of ${SUIT_NAMES[suitOf(card)]}`;
}

/** `10♦` */
export function cardSign(card: Card): string {
  if (card === JOKER) return "Joker";
  return `${RANK_SIGNS[rankOf(card)]}${SUIT_SIGNS[suitOf(card)]}`;
}

export function cardsName(cards: readonly Card[]): string {
  const names = cards.map(cardName);
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

// Suits alternate colours: spades, hearts, clubs, diamonds; jokers last.
const SUIT_PLACE = [0, 1, 3, 2, 4];

export function bySuit(a: Card, b: Card): number {
  return (SUIT_PLACE[suitOf(a)] ?? 4) - (SUIT_PLACE[suitOf(b)] ?? 4) || rankOf(a) - rankOf(b);
}

export function byRank(a: Card, b: Card): number {
  if (a === JOKER || b === JOKER) return Number(a === JOKER) - Number(b === JOKER);
  return rankOf(a) - rankOf(b) || bySuit(a, b);
}
