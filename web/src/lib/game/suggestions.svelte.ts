// The melds that the server sees in the hand, one after another. Nothing is laid by it.

import type { Card, Offer, Suggested } from "../protocol";
import type { OwnHand } from "./hand.svelte";
import type { Selection } from "./selection.svelte";

interface Around {
  readonly hand: OwnHand;
  readonly selection: Selection;
  say(text: string): void;
  ask(): Promise<Suggested | null>;
}

const cardsOf = (offer: Offer): Card[] => (offer.action.type === "meld" ? offer.action.cards : []);

export class Suggestions {
  found = $state.raw<Suggested | null>(null);
  /** The one whose cards are raised. */
  at = $state(-1);

  private asked = "";

  constructor(private around: Around) {}

  /** Raise the first, or the next one where they are shown already. */
  async next(): Promise<void> {
    const hand = this.around.hand.cards.map((held) => held.card).sort((a, b) => a - b).join();
    let lead = "";
    if (!this.found || this.asked !== hand) {
      const found = await this.around.ask();
      if (!found) return;
      this.found = found;
      this.asked = hand;
      this.at = -1;
      lead = `${found.text} `;
      if (!found.melds.length) this.around.say(found.text);
    }
    const many = this.found.melds.length;
    if (many) this.raise((this.at + 1) % many, lead);
  }

  raise(at: number, lead = ""): void {
    const meld = this.found?.melds[at];
    if (!meld) return;
    this.at = at;
    this.around.selection.select(this.around.hand.holding(cardsOf(meld)));
    const points = meld.points ? `, ${meld.points} points` : "";
    this.around.say(`${lead}${at + 1} of ${this.found!.melds.length}: ${meld.label}${points}.`);
  }

  /** Let the melds that do not share a card lie side by side at the left. */
  gather(): void {
    const { found } = this;
    if (!found) return;
    const together = found.melds.slice(0, Math.max(1, found.together));
    this.around.hand.gather(together.map(cardsOf));
    this.around.say("The melds lie side by side.");
  }

  close(): void {
    this.found = null;
    this.at = -1;
  }

  /** The hand is another one now. */
  forget(): void {
    if (!this.found) return;
    const hand = this.around.hand.cards.map((held) => held.card).sort((a, b) => a - b).join();
    if (hand !== this.asked) this.close();
  }
}
