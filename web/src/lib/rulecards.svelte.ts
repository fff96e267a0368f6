// Rule cards that this browser keeps: a name and a rule set as text.

import { store, stored } from "./settings.svelte";

export interface RuleCard {
  name: string;
  rules: string;
}

const KEY = "laydown.rulecards";
const MOST = 50;
export const LONGEST_NAME = 40;

function read(): RuleCard[] {
  try {
    const found: unknown = JSON.parse(stored(KEY) ?? "[]");
    if (!Array.isArray(found)) return [];
    return (found as Partial<RuleCard>[])
      .filter((each) => typeof each?.name === "string" && typeof each.rules === "string")
      .map((each) => ({ name: String(each.name), rules: String(each.rules) }));
  } catch {
    return [];
  }
}

let kept = $state.raw<RuleCard[]>(read());

export const ruleCards = (): readonly RuleCard[] => kept;

function keep(cards: RuleCard[]): void {
  kept = cards;
  store(KEY, JSON.stringify(cards));
}

/** Keep a rule set under a name; one of that name is replaced. */
export function keepCard(name: string, rules: string): void {
  const others = read().filter((each) => each.name !== name);
  keep([{ name, rules }, ...others].slice(0, MOST));
}

export function dropCard(name: string): void {
  keep(read().filter((each) => each.name !== name));
}

export const cardLink = (card: RuleCard): string =>
  `/rules?rules=${encodeURIComponent(card.rules)}&name=${encodeURIComponent(card.name)}`;

/** The paper that people print on where this browser's language is spoken. */
export const paperHere = (): "a4" | "letter" =>
  /^en-(US|CA|PH)|^es-(MX|US|CO|CL|VE)|^fr-CA/.test(navigator.language) ? "letter" : "a4";

/** A page of its own, made to be printed. */
export function printLink(kind: "rules" | "sheet" | "card", given: Record<string, string>): string {
  return `/print/${kind}?${new URLSearchParams(given).toString()}`;
}

export const compareLink = (a: string, b: string): string =>
  `/rules/compare?${new URLSearchParams({ a, b }).toString()}`;
