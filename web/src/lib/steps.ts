// One state may tell of several moves. These are the tables in between, as far as public moves
// show them, so that each move can be watched. No rules: cards only go where the news says.

import type { MeldOnTable, News, State, Table } from "./protocol";

export interface Frame {
  state: State;
  news: News[];
}

function moved(table: Table, end: Table, news: News): Table {
  const sizes = [...table.sizes];
  const add = (many: number) => {
    sizes[news.seat] = Math.max(0, (sizes[news.seat] ?? 0) + many);
  };
  let { stock, pile, melds } = table;
  switch (news.kind) {
    case "draw":
      stock = Math.max(0, stock - 1);
      add(1);
      break;
    case "take":
      pile = pile.slice(0, Math.max(0, pile.length - news.cards.length));
      add(news.cards.length);
      break;
    case "discard":
      pile = [...pile, ...news.cards];
      add(-1);
      break;
    case "meld": {
      const known = new Set(melds.map((meld) => meld.id));
      const laid = end.melds.find((meld) => !known.has(meld.id));
      if (laid) melds = [...melds, laid];
      add(-news.cards.length);
      break;
    }
    case "layoff":
    case "real":
    case "steal": {
      const later = end.melds.find((meld) => meld.id === news.meld);
      if (later) melds = melds.map((meld): MeldOnTable => (meld.id === later.id ? later : meld));
      if (news.kind !== "steal") add(-news.cards.length);
      break;
    }
    default:
      break;
  }
  return { ...table, seat: news.seat, sizes, stock, pile, melds, may_act: [], plan: "" };
}

/** The frames from what is shown to a new state: one for each move of another, then the state. */
export function framesTo(shown: State | null, next: State): Frame[] {
  const news = next.news;
  const before = shown?.table;
  const after = next.table;
  const sameRound =
    before &&
    after &&
    before.phase !== "over" &&
    (shown.room.rounds.length === next.room.rounds.length || after.phase === "over");
  if (news.length < 2 || !sameRound) return [{ state: next, news }];
  const frames: Frame[] = [];
  let table: Table = before;
  for (const each of news.slice(0, -1)) {
    table = moved(table, after, each);
    frames.push({
      state: { ...shown, seq: each.seq, table, legal: null, window: null, news: [each] },
      news: [each],
    });
  }
  frames.push({ state: next, news: news.slice(-1) });
  return frames;
}
