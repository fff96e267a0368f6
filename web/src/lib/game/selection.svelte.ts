// What is selected, and what the server says it is good for.

import type { Card, Legal, Offer, Offers, Refused } from "../protocol";
import type { Held, OwnHand } from "./hand.svelte";

interface Around {
  readonly hand: OwnHand;
  /** What may be done now, if anything. */
  readonly legal: Legal | null;
  /** The cards at these places of the pile. */
  pile(places: readonly number[]): Card[];
  say(text: string): void;
  /** Something else is looked at now: what was said about the last thing goes. */
  changed(): void;
  ask(cards: Card[], take: number, pile: Card[]): Promise<Offers | Refused | null>;
}

export class Selection {
  ids = $state.raw<ReadonlySet<number>>(new Set());
  /** So many cards of the pile are lifted for a look. */
  take = $state(0);
  /** Places in the pile of the cards chosen for a call. */
  called = $state.raw<ReadonlySet<number>>(new Set());
  offers = $state.raw<Offers | null>(null);
  looking = $state(false);

  private lookId = 0;

  constructor(private around: Around) {}

  /** The raised cards, as they lie. */
  get picked(): Held[] {
    return this.around.hand.shown.filter((held) => this.ids.has(held.id));
  }

  get cards(): Card[] {
    return this.picked.map((held) => held.card);
  }

  /** Something is chosen, in the hand or in the pile. */
  get some(): boolean {
    return this.ids.size > 0 || this.called.size > 0 || this.take > 0;
  }

  toggle(id: number): void {
    const next = new Set(this.ids);
    if (!next.delete(id)) next.add(id);
    this.select(next);
  }

  select(ids: ReadonlySet<number>): void {
    this.ids = ids;
    this.take = 0;
    if (!ids.size) this.called = new Set();
    this.around.changed();
    void this.look();
  }

  /** Forget the cards that have left the hand. */
  prune(): void {
    const held = new Set(this.around.hand.cards.map((one) => one.id));
    this.ids = new Set([...this.ids].filter((id) => held.has(id)));
  }

  /** Choose a card of the pile to be called, or leave it. */
  call(place: number): void {
    const next = new Set(this.called);
    if (!next.delete(place)) next.add(place);
    this.called = next;
    this.around.changed();
    void this.look(true);
  }

  /** Nothing of the pile is chosen or lifted any more. */
  leavePile(): void {
    this.take = 0;
    this.called = new Set();
  }

  /** Lift the last `count` cards of the pile for a look; the same again lowers them. */
  lift(count: number, stay = false): void {
    if (stay && this.take === count) return;
    this.ids = new Set();
    this.around.changed();
    this.take = this.take === count ? 0 : count;
    void this.look(true);
  }

  /** Ask what the selection is good for. */
  async look(speak = false): Promise<Offers | null> {
    const id = ++this.lookId;
    const cards = this.cards;
    if (!this.some || !this.around.legal) {
      this.offers = null;
      this.looking = false;
      return null;
    }
    this.looking = true;
    const answer = await this.around.ask(cards, this.take, this.around.pile([...this.called]));
    if (id !== this.lookId) return null;
    this.looking = false;
    if (!answer) this.offers = null;
    else if (answer.is === "offers") this.offers = answer;
    else this.offers = { is: "offers", id: "", seq: 0, offers: [], missing: answer.text, preview: "" };
    const found = this.offers;
    if (found && (speak || cards.length)) {
      const first = found.offers[0];
      this.around.say([found.preview, found.missing || (first ? first.label : "")].filter(Boolean).join(" "));
    }
    return found;
  }

  offersFor(kinds: readonly string[], meld?: string): Offer[] {
    return (this.offers?.offers ?? []).filter(
      (offer) => kinds.includes(offer.action.type) && (meld === undefined || offer.meld === meld),
    );
  }
}
