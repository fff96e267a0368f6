// Made by scripts/protocol from src/laydown/server/*wire.py; change it there.

/** A face: suit * 13 + rank, suits S H D C, ranks ace to king; the joker is 52. */
export type Card = number;

export const JOKER = 52;
export const WIRE_VERSION = 1;

/** Take the top card of the stock. */
export interface Draw {
  type: "draw";
}

/** Take the top `count` cards of the pile; more than one is a dig for the deepest of them. */
export interface Take {
  type: "take";
  count: number;
}

/** With the stock empty: do not take from the pile (the round ends, or the pile is turned). */
export interface Decline {
  type: "decline";
}

/** Lay a new set or run. `as_` says what each card stands for, in the same order; empty when all stand for themselves. Runs are written low to high; any order is accepted where it leaves no doubt. */
export interface Meld {
  type: "meld";
  cards: number[];
  as_?: number[];
}

/** Add cards to the meld with this id; all of them must fit together, in whatever order. `as_` as in Meld. `low` matters only where the cards could go to either end (an ace on 2 … K): True puts them at the low end. */
export interface LayOff {
  type: "layoff";
  cards: number[];
  meld: string;
  as_?: number[];
  low?: boolean;
}

/** Lay the real card a wild stands for in a run before oneself; the wild stays (K5-5, B-19). */
export interface RealCard {
  type: "real";
  card: number;
  meld: string;
}

/** Put the real card in a wild's place and take the wild to hand (`wild_swap=steal`, B-14). */
export interface Steal {
  type: "steal";
  card: number;
  meld: string;
}

/** Split a meld of six or more before its card number `at`; a wild must then be added to one of the halves this turn (B-18). The lower half keeps the id, the upper gets ``b`` added. */
export interface Split {
  type: "split";
  meld: string;
  at: number;
}

/** Put a card on the pile; the turn ends. */
export interface Discard {
  type: "discard";
  card: number;
}

/** Call rummy: take `cards` from the pile and put them on the meld with this id, or, where `meld` is empty, make a new meld of them, with `hand` cards where `call_with_hand` lets them. `as_` covers `cards` and then `hand`; empty when all stand for themselves. `real` asks to lay the card as the real card for a wild, which is never a call (B-19) and is refused by name. */
export interface Call {
  type: "call";
  cards: number[];
  meld?: string;
  hand?: number[];
  as_?: number[];
  low?: boolean;
  real?: boolean;
}

/** Let the discard lie. */
export interface Pass {
  type: "pass";
}

/** The first message on a socket: who is here, and the last `seq` shown (0 for none). `token` is the secret of a seat; without one the page watches as a spectator. */
export interface Hello {
  is: "hello";
  version: number;
  token?: string;
  seq?: number;
}

/** Play this action on the position of `seq`. `id` is the page's own; a repeat is answered as the first was. */
export interface Do {
  is: "do";
  id: string;
  seq: number;
  action: PlayerAction;
}

/** Take back the own last action of this turn (B-49). */
export interface Back {
  is: "back";
  id: string;
  seq: number;
}

/** What could be done with these cards of the hand, or with so many cards of the pile? */
export interface Look {
  is: "look";
  id: string;
  seq: number;
  cards?: number[];
  take?: number;
  /** in a call window: the pile cards to be called */
  pile?: number[];
}

/** Why is this action refused? */
export interface Why {
  is: "why";
  id: string;
  seq: number;
  action: PlayerAction;
}

/** A hint: 1 look here, 2 do this, 3 do this because. */
export interface Hint {
  is: "hint";
  id: string;
  seq: number;
  strength: 1 | 2 | 3;
}

/** Ready for the match or for the next round; in a teacher's window, the discard stays. */
export interface Ready {
  is: "ready";
  id: string;
}

/** One of the quick phrases or emotes, by its key. */
export interface Say {
  is: "say";
  id: string;
  phrase: string;
}

/** Something about the room rather than the cards. `what`: start (host) · pause · resume · hand_over (the own `seat` to a computer of `level`, or an absent person's: by the host at once, else by two) · reclaim (the own seat from a computer) · resign · rematch · leave · kick (host: open a seat again before the start) · level (host: an open seat becomes a computer's, or open again with `text` "open") · name (`text`). */
export interface Control {
  is: "control";
  id: string;
  what: "hand_over" | "kick" | "leave" | "level" | "name" | "pause" | "reclaim" | "rematch" | "resign" | "resume" | "start";
  seat?: number;
  level?: string;
  text?: string;
}

/** Answered by Pong: the page is still there. */
export interface Ping {
  is: "ping";
}

/** The whole position. `news` are the public moves since the last state sent to this socket (or since the `seq` named in Hello). */
export interface State {
  is: "state";
  seq: number;
  /** the viewer's seat, -1 for a spectator */
  you: number;
  room: Room;
  table: Table | null;
  legal: Legal | null;
  window: Window | null;
  news: News[];
  now: number;
}

/** The command was stored and applied. */
export interface Done {
  is: "done";
  id: string;
  seq: number;
}

/** The command was refused; nothing changed. */
export interface Refused {
  is: "refused";
  id: string;
  text: string;
  clause: string;
  /** the house rule that could change it, empty if there is none */
  option: string;
}

/** What can be done with the selection; if nothing, `missing` says what it lacks. */
export interface Offers {
  is: "offers";
  id: string;
  seq: number;
  offers: Offer[];
  missing: string;
  /** for a take: what is taken, what must be used, what it costs if caught */
  preview: string;
}

/** A hint in words, and the cards and the meld it points at. */
export interface Hinted {
  is: "hinted";
  id: string;
  text: string;
  cards: number[];
  meld: string;
  /** stock, pile, meld, hand or empty */
  place: string;
  action: PlayerAction | null;
}

/** Somebody used a quick phrase. */
export interface Said {
  is: "said";
  seat: number;
  phrase: string;
}

export interface Pong {
  is: "pong";
  now: number;
}

/** The socket is of no use: a bad message, an unknown room or token, too many messages. */
export interface Failed {
  is: "failed";
  text: string;
  /** True: do not reconnect */
  final: boolean;
}

export interface SeatWish {
  who: "computer" | "me" | "open";
  level?: string;
}

/** POST /api/rooms: the first seat wished for `me` is the host's. */
export interface OpenRoom {
  /** in the short text form, or JSON */
  rules: string;
  seats: SeatWish[];
  name?: string;
  colour?: string;
  /** the browser's secret key, for its list of matches and its statistics */
  browser?: string;
  /** seconds a turn, 0 for none */
  clock?: number;
  /** played over days: longer waits before a seat is handed over */
  days?: boolean;
  /** `ROOM/N`: play the deal of round N of a finished match again */
  replay_of?: string;
}

export interface Opened {
  room: string;
  seat: number;
  token: string;
}

/** POST /api/rooms/ROOM/join */
export interface Join {
  seat: number;
  name: string;
  colour?: string;
  browser?: string;
}

/** POST /api/rules: `text` and then `values` by option name. */
export interface RulesQuestion {
  text: string;
  values?: Record<string, string | number | boolean | null>;
}

export interface RulesAnswer {
  text: string;
  title: string;
  /** every option's value as text */
  values: Record<string, string>;
  /** every option's value in force, as a sentence */
  sentences: Record<string, string>;
  /** (option, sentence) where it differs from the book */
  differs: [string, string][];
  /** (sentence, options): why it cannot be played */
  problems: [string, string[]][];
  /** (sentence, options): what has no effect */
  remarks: [string, string[]][];
}

/** The body of every refused request. */
export interface Fault {
  error: string;
}

/** A place at the table, as everybody sees it. */
export interface Seat {
  name: string;
  /** one of the named colours of the page */
  colour: string;
  /** who plays it now; a person's seat handed over says computer and keeps `owned` */
  who: "computer" | "open" | "person";
  /** the computer's level, empty for a person */
  level: string;
  /** a person holds the secret of the seat */
  owned: boolean;
  present: boolean;
  ready: boolean;
  resigned: boolean;
  /** seconds since the epoch when its person went, 0 while present */
  away_since: number;
  /** anybody may take it now, with POST /api/rooms/ROOM/join */
  free: boolean;
}

/** A meld as it lies. */
export interface MeldOnTable {
  id: string;
  kind: "run" | "set";
  owner: number;
  cards: number[];
  stands: number[];
  /** whom each card counts for */
  seats: number[];
  /** real cards laid for wilds: (card, seat) */
  reals: [number, number][];
  /** in words: "run 7–10 of hearts" */
  title: string;
  /** what each card counts, empty where the table counts for nobody */
  points: number[];
}

/** A round as one seat sees it, taken field by field from its view. */
export interface Table {
  phase: "calling" | "deal" | "draw" | "over" | "play" | "reshuffle";
  dealer: number;
  /** whose turn it is; the discarder while a call is possible */
  seat: number;
  may_act: number[];
  hand: number[];
  sizes: number[];
  stock: number;
  pile: number[];
  melds: MeldOnTable[];
  /** by seat, what lies on the table for it in this round */
  points: number[];
  known: number[][];
  floating: boolean[];
  wild_ranks: number[];
  upcards: number[];
  /** cards taken from the pile this turn, deepest first */
  taken: number[];
  owed: number[];
  /** not to be discarded this turn, -1 for none */
  barred: number;
  /** the viewer's own: the card it drew from the stock this turn, -1 for none */
  drew: number;
  /** at an empty stock, the rule that now applies; else empty */
  stock_rule: string;
  /** what must be used and how, in words; empty without a debt */
  plan: string;
  plan_cards: number[];
}

/** An action that is legal now, and what it says on the button. */
export interface Offer {
  action: PlayerAction;
  label: string;
  /** the meld it goes on, empty for none */
  meld: string;
  /** what it puts on the table for the viewer */
  points: number;
  /** a question to ask first, only where it cannot be taken back and ends something */
  confirm: string;
}

/** What the viewer may do, as a screen enables it. Everything offered is legal. */
export interface Legal {
  kinds: string[];
  takes: number[];
  discards: number[];
  /** by meld: cards of the hand that fit it alone */
  layoffs: [string, number[]][];
  can_take_back: boolean;
  /** what to do, in a few words: "Draw: stock, or any card of the pile" */
  step: string;
  /** in a call window */
  calls: Offer[];
}

/** A discard open to a call (B-39). `until` is seconds since the epoch, 0 without a limit. */
export interface Window {
  mode: "fair" | "race" | "teacher" | "until_next_draw";
  card: number;
  by: number;
  until: number;
  /** the viewer has answered */
  answered: boolean;
  /** the viewer made the discard, and may take it back (teacher) */
  can_take_back: boolean;
}

/** A line of the board at a round's end. */
export interface ScoreLine {
  seat: number;
  place: string;
  meld: string;
  card: number;
  stands: number;
  holder: number;
  worth: number;
  points: number;
  text: string;
}

/** A finished round, card by card. */
export interface RoundBoard {
  /** from 1 */
  number: number;
  dealer: number;
  /** how it ended, as a sentence */
  ending: string;
  out: number;
  scores: number[];
  entered: number[];
  totals: number[];
  /** only for the round finished last; empty for earlier ones */
  lines: ScoreLine[];
  /** what the match's rules make of it: tie, target, who has won */
  text: string;
}

/** The room around the match, as everybody in it sees it. */
export interface Room {
  id: string;
  phase: "between" | "dealing" | "lobby" | "over" | "paused" | "playing";
  rules_text: string;
  rules_title: string;
  /** the agreed rules that differ from the book, a sentence each */
  rules_notes: string[];
  seats: Seat[];
  host: number;
  totals: number[];
  /** 0 where the match is not played to a target */
  target: number;
  /** what the match is played to, in words */
  goal: string;
  rounds: RoundBoard[];
  winners: number[];
  /** once it is over, in words */
  result: string;
  /** SHA-256 of the salted order of the next deal, or of this one while it is played (hex) */
  commitment: string;
  /** the salt of the deal finished last (hex), once it is over */
  opening: string;
  /** the next round begins then whoever is ready, 0 while nobody is */
  ready_until: number;
  /** seconds a turn, 0 for none */
  clock: number;
  /** when the clock of the turn runs out, 0 without one */
  turn_until: number;
  /** played over days */
  days: boolean;
  pace: string;
  phrases: string[];
  /** the rematch's room, empty until there is one */
  next_room: string;
}

/** A public move in words, with what a screen needs to draw it. */
export interface News {
  seq: number;
  seat: number;
  text: string;
  kind: string;
  cards: number[];
  meld: string;
  count: number;
}

export type PlayerAction =
  | Draw
  | Take
  | Decline
  | Meld
  | LayOff
  | RealCard
  | Steal
  | Split
  | Discard
  | Call
  | Pass;

export type FromPage =
  | Hello
  | Do
  | Back
  | Look
  | Why
  | Hint
  | Ready
  | Say
  | Control
  | Ping;

export type ToPage =
  | State
  | Done
  | Refused
  | Offers
  | Hinted
  | Said
  | Pong
  | Failed;
