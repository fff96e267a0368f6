// Cards that travel: the difference of two pictures of the table, moved by transforms alone.
// Every drawn card wears data-fly="zone:face"; seats and the stock wear data-anchor.

import { settings } from "./settings.svelte";

export interface Picture {
  cards: Map<string, { rect: DOMRect; node: HTMLElement; zone: string; face: string }>;
  anchors: Map<string, DOMRect>;
}

const LENGTH = 320;
const EASE = "cubic-bezier(0.2, 0.75, 0.25, 1)";

function still(): boolean {
  if (document.hidden || settings.motion === "less") return true;
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Where everything lies now. */
export function picture(root: HTMLElement | null): Picture | null {
  if (!root || still()) return null;
  const cards: Picture["cards"] = new Map();
  const counts = new Map<string, number>();
  for (const node of root.querySelectorAll<HTMLElement>("[data-fly]")) {
    const key = node.dataset.fly ?? "";
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    const cut = key.lastIndexOf(":");
    cards.set(`${key}:${count}`, {
      rect: node.getBoundingClientRect(),
      node,
      zone: key.slice(0, cut),
      face: key.slice(cut + 1),
    });
  }
  const anchors = new Map<string, DOMRect>();
  for (const node of root.querySelectorAll<HTMLElement>("[data-anchor]")) {
    anchors.set(node.dataset.anchor ?? "", node.getBoundingClientRect());
  }
  return { cards, anchors };
}

function fly(node: HTMLElement, from: DOMRect, to: DOMRect, delay: number, size = 0): void {
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return;
  const scale = size || (to.width ? Math.min(3, Math.max(0.3, from.width / to.width)) : 1);
  node.animate(
    [{ transform: `translate(${dx}px, ${dy}px) scale(${scale})` }, { transform: "none" }],
    { duration: LENGTH, delay, easing: EASE, fill: "backwards" },
  );
}

function ghost(node: HTMLElement, from: DOMRect, to: DOMRect, delay: number): void {
  const copy = node.cloneNode(true) as HTMLElement;
  copy.classList.add("flying");
  copy.removeAttribute("data-fly");
  copy.removeAttribute("id");
  copy.inert = true;
  copy.setAttribute("aria-hidden", "true");
  copy.style.setProperty("left", `${from.left}px`);
  copy.style.setProperty("top", `${from.top}px`);
  copy.style.setProperty("width", `${from.width}px`);
  document.body.append(copy);
  const dx = to.left + to.width / 2 - (from.left + from.width / 2);
  const dy = to.top + to.height / 2 - (from.top + from.height / 2);
  const motion = copy.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${dx}px, ${dy}px) scale(0.45)`, opacity: 0.6 },
    ],
    { duration: LENGTH, delay, easing: EASE, fill: "both" },
  );
  motion.onfinish = motion.oncancel = () => copy.remove();
}

export interface Actor {
  /** Whose move it was, -1 for none. */
  seat: number;
  /** The viewer's own seat. */
  you: number;
  /** How many cards another player drew from the stock. */
  drawn: number;
}

/** Move everything from the earlier picture to where it lies now. */
export function animate(root: HTMLElement | null, before: Picture | null, actor: Actor): void {
  const now = before && picture(root);
  if (!before || !now) return;
  const gone = new Map<string, { rect: DOMRect; node: HTMLElement; zone: string }[]>();
  for (const [key, card] of before.cards) {
    if (now.cards.has(key)) continue;
    const list = gone.get(card.face) ?? [];
    list.push(card);
    gone.set(card.face, list);
  }
  const seat = now.anchors.get(`seat:${actor.seat}`);
  const stock = now.anchors.get("stock");
  let late = 0;
  for (const [key, card] of now.cards) {
    const was = before.cards.get(key);
    if (was) {
      fly(card.node, was.rect, card.rect, 0);
      continue;
    }
    const source = gone.get(card.face)?.shift();
    const delay = Math.min(240, 30 * late++);
    if (source) fly(card.node, source.rect, card.rect, delay);
    else if (card.zone === "hand") stock && fly(card.node, stock, card.rect, delay);
    // Out of another player's hand: from their place at the table, and smaller there.
    else if (seat) fly(card.node, seat, card.rect, delay, 0.6);
  }
  // What is left went out of sight: to another player's hand.
  if (seat && actor.seat !== actor.you) {
    late = 0;
    for (const list of gone.values()) {
      for (const card of list) {
        if (card.zone === "pile") ghost(card.node, card.rect, seat, 30 * late++);
      }
    }
    const back = root?.querySelector<HTMLElement>('[data-anchor="stock"] .card');
    if (back && stock) {
      for (let i = 0; i < Math.min(3, actor.drawn); i++) ghost(back, stock, seat, 60 * i);
    }
  }
}
