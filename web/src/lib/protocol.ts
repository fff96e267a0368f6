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
  /** in a call window: the pile cards to be called, the discard if none is named */
  pile?: number[];
}

/** Which melds lie in the hand? Also asked in others' turns. */
export interface Suggest {
  is: "suggest";
  id: string;
  seq: number;
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

/** Melds that the hand could make. The first `together` of them share no card; the others are other ways to use the same cards. Whether one may be laid just now is asked with Look. */
export interface Suggested {
  is: "suggested";
  id: string;
  melds: Offer[];
  together: number;
  text: string;
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

/** POST /api/count: what these cards score for one player. `others` are the cards counted so far for the other players of the round, in seating order from this player's left: (name, melded, held). They are checked against the packs, and give what a player who went out takes; `taken` are cards of other hands that nobody else counted. `text` is pasted text, read and added to the place named by `into`. */
export interface CountQuestion {
  rules: string;
  melded?: CountedCard[];
  held?: CountedCard[];
  taken?: CountedCard[];
  others?: [string, CountedCard[], CountedCard[]][];
  players?: number;
  wild_rank?: number;
  /** this player */
  went_out?: boolean;
  /** the round ended with somebody out, not at the end of the stock */
  ended_out?: boolean;
  /** all in one turn */
  rummy?: boolean;
  text?: string;
  into?: "" | "held" | "melded" | "taken";
}

/** A line of the count. `at`: the card's place in `melded`, `held` or `taken`, -1 for none. */
export interface CountLine {
  card: number;
  stands: number;
  place: "bonus" | "hand" | "table" | "taken";
  at: number;
  points: number;
  text: string;
}

/** Cards that seem to form a meld, as places in `melded`. */
export interface CountGroup {
  kind: "run" | "set";
  at: number[];
  points: number;
}

/** What the rules ask to be counted, and what there is to count. */
export interface CountFacts {
  title: string;
  players: number;
  decks: number;
  /** where cards matter for this player */
  places: ("hand" | "table" | "taken")[];
  /** by face, how many the packs hold */
  copies: number[];
  wilds: number[];
  asks_wild_rank: boolean;
  /** going rummy earns something, for who went out */
  asks_rummy: boolean;
  /** by face, what a card counts, to add up while no network is there */
  on_table: number[];
  in_hand: number[];
  low_ace: number;
  /** cards in hand count against this player */
  hand_counts: boolean;
}

/** What the cards score, line by line, and what looks wrong: pointed out, never blocked. */
export interface Counted {
  points: number;
  table: number;
  /** what the cards in hand are worth, never negative */
  hand: number;
  taken: number;
  bonus: number;
  /** the sum in a sentence */
  text: string;
  lines: CountLine[];
  warnings: string[];
  remarks: string[];
  /** as read, with low aces and what wilds stand for where the melds say so */
  melded: CountedCard[];
  held: CountedCard[];
  taken_cards: CountedCard[];
  /** the cards that the pasted text names, as it names them */
  added: CountedCard[];
  /** the melds that the melded cards seem to form; the rest was laid off elsewhere */
  groups: CountGroup[];
  /** places in `melded` of aces that count otherwise at the other end */
  flips: number[];
  /** (place in `melded`, what that wild may stand for, the present reading first) */
  names: [number, number[]][];
  facts: CountFacts;
}

/** POST /api/lessons/NAME: the learner's moves so far, and one more move or a question. Nothing is stored: every request tells all of the learner's moves, and is answered with the table after them. */
export interface LessonQuestion {
  moves?: PlayerAction[];
  /** one more move, which is part of `moves` from then on if it is not refused */
  action?: PlayerAction | null;
  ask?: Look | Suggest | Why | Hint | null;
  /** the `seq` shown last */
  since?: number;
}

/** A lesson in the list of all. */
export interface LessonLine {
  name: string;
  title: string;
  idea: string;
  game: string;
  steps: number;
}

/** A rule that the lesson is about, as the game plays it. */
export interface LessonRule {
  option: string;
  sentence: string;
  clause: string;
}

/** The table, what to do on it, and the reply to what was asked. */
export interface LessonAnswer {
  name: string;
  title: string;
  idea: string;
  game: string;
  /** steps done */
  step: number;
  steps: number;
  /** what to do now; the praise once all is done */
  say: string;
  /** why the step before was right */
  why: string;
  done: boolean;
  /** the name of the next lesson, empty after the last */
  following: string;
  rules: LessonRule[];
  state: State;
  moves: PlayerAction[];
  /** to a question; a refusal where the move was not made */
  reply: Offers | Suggested | Hinted | Refused | null;
}

/** POST /api/print/sheet: a sheet with what was scored; the answer is the page. */
export interface PrintSheet {
  rules: string;
  names: string[];
  /** by round and player, null where nothing was entered */
  points?: ((number | null)[])[];
  /** by round the player who dealt, -1 where nobody knows */
  dealers?: number[];
  starts?: number[];
  /** rounds, counted from 0, that count for nothing */
  struck?: number[];
  rounds?: number;
  title?: string;
  paper?: "a4" | "letter";
  pdf?: boolean;
}

/** The fields of a form that opens a page to print, without `paper`. */
export interface Printable {
  fields: Record<string, string>;
}

/** POST /api/rules/compare: two rule sets as text. */
export interface Compare {
  a: string;
  b: string;
}

/** A meld on the table, as text, and whether whoever asks has laid it. */
export interface RefereeMeld {
  cards: string;
  mine?: boolean;
}

/** POST /api/referee: a question under a rule set, with cards as any text names them. What a kind of question has no use for may be left out. */
export interface RefereeQuestion {
  rules: string;
  kind: "call" | "dig" | "discard" | "hand" | "layoff" | "meld" | "score" | "stock";
  /** what is laid, laid off, discarded or called */
  cards?: string;
  /** the meld on the table it goes on, counted from 1; for a call, 0 makes a new meld */
  onto?: number;
  hand?: string;
  melds?: RefereeMeld[];
  /** deepest card first */
  pile?: string;
  /** cards taken from the pile; 0 asks about every number */
  take?: number;
  /** cards taken from the pile this turn, deepest first */
  took?: string;
  others?: string;
  stock?: boolean;
  /** the rank that is wild this round, where the deal names one */
  wild?: string;
  melded?: boolean;
  ended?: "" | "me" | "other" | "stock";
  rummy?: boolean;
  window?: "drawn" | "open" | "out" | "own";
}

/** One thing done, with its cards and what they stand for. */
export interface RefereeStep {
  text: string;
  cards: number[];
  stands: number[];
}

/** One card of a score; `seat` 0 is whoever asks. */
export interface RefereeLine {
  seat: number;
  card: number;
  stands: number;
  place: string;
  points: number;
  text: string;
  why: string;
}

/** One thing that is allowed, step by step, and what it brings on the table. */
export interface RefereeWay {
  text: string;
  steps: RefereeStep[];
  lines: RefereeLine[];
  points: number;
}

/** A clause with what it says. */
export interface RefereeClause {
  number: string;
  title: string;
  text: string;
}

/** What would make it allowed; `option` and `value` name a house rule where it is one. */
export interface RefereeChange {
  text: string;
  option: string;
  value: string;
  clause: string;
}

/** A rule in force that has to do with the question. */
export interface RefereeRule {
  option: string;
  sentence: string;
  clause: string;
}

/** The cards of the question as they were read. */
export interface RefereeRead {
  cards: string;
  hand: string;
  melds: string[];
  pile: string;
  took: string;
  others: string;
}

/** What the referee says. `unread`: something is missing or cannot be read; `headline` says. */
export interface RefereeAnswer {
  kind: string;
  verdict: "allowed" | "answered" | "refused" | "unread";
  headline: string;
  reason: string;
  clauses: RefereeClause[];
  ways: RefereeWay[];
  lines: RefereeLine[];
  total: number;
  otherwise: RefereeChange[];
  notes: string[];
  impossible: string[];
  rules: RefereeRule[];
  read: RefereeRead | null;
}

/** A question that people ask, answered for these rules. */
export interface QuestionAnswered {
  key: string;
  topic: string;
  question: string;
  verdict: "" | "depends" | "no" | "yes";
  text: string;
  clause: string;
}

/** POST /api/referee/facts: what there is to ask about under a rule set. */
export interface RefereeFacts {
  /** the rule set in its short form */
  rules: string;
  title: string;
  players: number;
  decks: number;
  /** by face, how many the packs hold */
  copies: number[];
  /** wild in every round */
  wilds: number[];
  asks_wild_rank: boolean;
  questions: QuestionAnswered[];
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

/** The first message on a sheet's socket. `token` is a person's secret, or the token of the viewers' link. `wall`: it is a wall view, which writes nothing whoever opens it. */
export interface SheetHello {
  is: "hello";
  version: number;
  token?: string;
  wall?: boolean;
}

/** Put an entry into a cell, or blank it (None). `seen` is the `version` of the cell when the person began: where somebody else has changed it since to something else, both are kept and shown, and the table is asked. `round` counts from 1; the one after the last begins it. */
export interface Enter {
  is: "enter";
  id: string;
  round: number;
  column: number;
  entry: Entry | null;
  seen: number;
  reason?: string;
}

/** Record something of a round: who went out (a column, -1 nobody, None not recorded), whether by going rummy, its wild rank (0 ace … 12 king, -1 none), who dealt it, or strike the round out (it is kept, and counts for nothing). Only what is named changes. */
export interface Mark {
  is: "mark";
  id: string;
  round: number;
  what: "dealer" | "out" | "rummy" | "strike" | "wild";
  value?: number | null;
}

/** Begin round `round`; nothing happens where it has begun. */
export interface NextRound {
  is: "next";
  id: string;
  round: number;
}

/** About a column: rename or recolour it (own or host), a late joiner (`join`: `start` says what they begin with, `points` where chosen), leave, return, move (to place `points`). */
export interface Arrange {
  is: "arrange";
  id: string;
  what: "colour" | "join" | "leave" | "move" | "name" | "return";
  column?: number;
  text?: string;
  start?: "average" | "lowest" | "points" | "zero";
  points?: number;
}

/** About the sheet: end (anyone) · reopen · continue (play on though it is decided) · winner (say who won: `column`) · pause · resume · title (`text`) · agree (change the agreed rules to `text`, with a note in `note`; host) · release (host: free a column's seat for another phone) · ask_host (a player wants to be host) · agree_host, refuse_host (to the one who asked) · give_host (host, to the person of `column`) · close_code, open_code (host: nobody, or whoever knows the letters, may join; opening makes new letters) · rematch. */
export interface Conduct {
  is: "conduct";
  id: string;
  what: "agree" | "agree_host" | "ask_host" | "close_code" | "continue" | "end" | "give_host" | "open_code" | "pause" | "refuse_host" | "release" | "rematch" | "reopen" | "resume" | "title" | "winner";
  column?: number;
  text?: string;
  note?: string;
}

/** Undo the edit of this `seq`: what it changed becomes what it was. Refused where that has changed again since, with a sentence. */
export interface Undo {
  is: "undo";
  id: string;
  seq: number;
}

/** The keypad is open on a cell (round 0: it was closed). Not kept. */
export interface Typing {
  is: "typing";
  round: number;
  column?: number;
}

/** Answered by SheetPong. */
export interface SheetPing {
  is: "ping";
}

/** An entry that clashed with what another had entered meanwhile. */
export interface Rival {
  entry: Entry | null;
  by: string;
  at: number;
}

/** One player's round. */
export interface Cell {
  /** the `seq` of the edit that changed it last, 0 while nobody has */
  version: number;
  /** None while it is blank, which is not zero */
  entry: Entry | null;
  /** what it adds to the total: differs from the points where the rules floor scores (B-46) */
  entered: number | null;
  /** the running total after it, None while it is blank */
  total: number | null;
  /** as people write it: `+46 / 81` */
  text: string;
  by: string;
  at: number;
  /** how often it was changed after the first entry */
  changes: number;
  /** where two edited at once: the others' entries, until somebody chooses */
  rivals: Rival[];
}

/** A row of the sheet. */
export interface SheetRound {
  number: number;
  /** by column */
  cells: Cell[];
  /** the column that dealt, -1 where nobody knows */
  dealer: number;
  /** the column that went out, -1 nobody, None not recorded */
  out: number | null;
  rummy: boolean;
  wild_rank: number;
  struck: boolean;
  /** every player at the table has an entry */
  complete: boolean;
  /** what the cards of all give who went out, where it is no longer what was entered */
  comes_to: number | null;
}

/** A player, in seating order. */
export interface Column {
  /** never changes, whatever the order */
  id: number;
  name: string;
  colour: string;
  /** points brought along: a late joiner's, or from a sheet on paper */
  start: number;
  /** the first round that counts for them */
  since: number;
  left: boolean;
  /** somebody holds this column's link */
  claimed: boolean;
  present: boolean;
  total: number;
  /** a shortfall kept against later rounds, never negative (B-46) */
  carried: number;
  /** rounds won, for matches that count them */
  won: number;
  /** points behind the leader after the rounds that are complete, 0 for the leader */
  behind: number;
  /** points to the target, 0 where there is none or it is reached */
  needs: number;
  leads: boolean;
  /** -1 without teams */
  team: number;
  /** the round they are entering just now, 0 for none */
  typing: number;
}

/** A line of the record of changes: "Ben: round 3, 44 to 54, by Host". */
export interface SheetChange {
  seq: number;
  at: number;
  by: string;
  text: string;
  round: number;
  column: number;
  can_undo: boolean;
}

/** What is needed for the next round, in words and numbers. */
export interface NextDeal {
  round: number;
  dealer: number;
  starts: number;
  /** each, 0 where the upcard says */
  cards: number;
  decks: number;
  /** "Carl deals, Anna starts, 7 cards each, 1 pack" */
  text: string;
}

/** Who looks. */
export interface Me {
  name: string;
  role: "host" | "player" | "viewer" | "wall";
  /** the own one, -1 for none */
  column: number;
  may_write: number[];
}

/** The whole sheet. Columns are referred to by `Column.id`. */
export interface SheetState {
  is: "sheet";
  seq: number;
  id: string;
  /** letters to join by, empty for viewers and once nobody may join */
  code: string;
  /** the token of the viewers' link */
  view: string;
  title: string;
  me: Me;
  /** decided: the rules have a winner, or ask; nothing is banked before `ended` */
  phase: "decided" | "ended" | "open" | "paused";
  rules_text: string;
  rules_title: string;
  /** what differs from the book */
  rules_notes: string[];
  /** what was changed after the first round, from which round on, by whom and why */
  rules_changes: string[];
  goal: string;
  /** rounds already played on paper, before round 1 here */
  paper_rounds: number;
  columns: Column[];
  rounds: SheetRound[];
  next_deal: NextDeal | null;
  /** what the agreed rules make of the totals, in words (target, tie, who must have gone out) */
  outcome: string;
  /** what the sheet cannot know and asks for (B-50) */
  asks: "" | "out" | "winner";
  winners: number[];
  shared: boolean;
  /** this game scores "on the table - in hand" */
  two_lines: boolean;
  /** a wild rank is chosen each round */
  has_wild_rank: boolean;
  /** by card (0 … 52), what it counts on the table, to add up while no network is there */
  on_table: number[];
  in_hand: number[];
  low_ace: number;
  /** the host's column, -1 for a host without one */
  host: number;
  host_name: string;
  host_present: boolean;
  /** the column that asks to be host, -1 for none */
  wants_host: number;
  /** the columns that agreed */
  agreed: number[];
  /** the last hundred, the newest first */
  changes: SheetChange[];
  watchers: number;
  ended_at: number;
  /** *End match* can be undone until then; it can be reopened later too */
  undo_until: number;
  /** the rematch, empty until there is one */
  next_sheet: string;
  now: number;
}

/** The edit is kept (a repeat is answered alike), and a state that shows it has been sent. `clash`: it met another's, both are shown. */
export interface Stored {
  is: "stored";
  id: string;
  seq: number;
  clash: boolean;
}

/** The edit was refused and nothing changed. `again`: the server could not, try once more. */
export interface NotStored {
  is: "not_stored";
  id: string;
  text: string;
  again: boolean;
}

export interface SheetPong {
  is: "pong";
  now: number;
}

/** The socket is of no use. `final`: do not reconnect. */
export interface SheetFailed {
  is: "failed";
  text: string;
  final: boolean;
}

export interface ColumnWish {
  name: string;
  colour?: string;
  /** the running total on paper so far */
  start?: number;
}

/** POST /api/sheets: players in seating order. `mine` is the opener's column, -1 if they only keep the score. `dealer` deals first (-1: nobody said, -2: the server draws lots, and tells everybody that it did). `rounds` were already played on paper. */
export interface OpenSheet {
  rules: string;
  columns: ColumnWish[];
  title?: string;
  mine?: number;
  dealer?: number;
  rounds?: number;
  /** no target and no number of deals: the table ends it */
  open_end?: boolean;
  browser?: string;
}

export interface SheetOpened {
  sheet: string;
  token: string;
  code: string;
  view: string;
}

/** GET /api/sheets/code/CODE, and what a joiner sees first: no scores. */
export interface SheetDoor {
  sheet: string;
  title: string;
  rules_title: string;
  /** (id, name, colour, taken) */
  columns: [number, string, string, boolean][];
  ended: boolean;
}

/** POST /api/sheets/SHEET/join with the code: take a column, or -1 to watch. */
export interface JoinSheet {
  code: string;
  column?: number;
  browser?: string;
}

/** GET /api/sheets/SHEET/cells/ROUND/COLUMN, the newest first. */
export interface CellHistory {
  changes: SheetChange[];
}

/** POST /api/sheets/mine, answered by SheetHistory; /api/sheets/mine/csv takes the same and gives a file for spreadsheets. */
export interface MySheets {
  browser: string;
}

/** A player of a sheet in the history. */
export interface SheetPlayer {
  name: string;
  total: number;
  won: boolean;
  /** the best round, None where nothing was entered */
  best: number | null;
  /** how often they went out, as far as it was recorded */
  outs: number;
  rounds_won: number;
  /** a winner's: the most points they were behind after a round */
  comeback: number;
  left: boolean;
  /** rounds with an entry */
  played: number;
  /** what those rounds scored */
  points: number;
  /** aces left in hand, where the cards were counted */
  aces: number;
}

/** A sheet of this browser, running or ended. */
export interface SheetLine {
  sheet: string;
  /** the own place among `players`, -1 for a host without one */
  column: number;
  title: string;
  rules_title: string;
  rules_text: string;
  phase: "decided" | "ended" | "open" | "paused";
  /** in seating order */
  players: SheetPlayer[];
  rounds: number;
  /** by round, the running totals */
  race: number[][];
  outcome: string;
  opened: number;
  changed: number;
  ended_at: number;
  next_sheet: string;
}

/** One of the people who play together, over all their ended matches. */
export interface GroupPlayer {
  name: string;
  wins: number;
  best: number | null;
  comeback: number;
  outs: number;
  rounds_won: number;
  /** points a round, None where nothing was entered */
  average: number | null;
  /** matches won in a row up to the last */
  streak: number;
  /** the most matches won in a row */
  longest: number;
  /** aces left in hand, where the cards were counted */
  aces: number;
}

/** The same people, whatever the order they sat in. */
export interface SheetGroup {
  names: string[];
  matches: number;
  /** the most wins first */
  players: GroupPlayer[];
  /** by player and other player, how many matches one ended with more points than the other */
  ahead: number[][];
  /** when they last ended a match */
  last: number;
}

/** The sheets of a browser, the newest first, and its groups, the one that played last first. */
export interface SheetHistory {
  sheets: SheetLine[];
  groups: SheetGroup[];
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
  /** the seats that would hand it to a computer while its person is away; two are enough */
  votes: number[];
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
  /** in a call window, a few of them, the best first; Look answers for any chosen cards */
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
  /** broken off, because all others resigned: nothing of it is scored */
  broken: boolean;
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
  /** the `seq` of the move that is taken back by this, 0 for none */
  undoes: number;
}

/** A card somebody counts. `low`: an ace at the low end of a run; `stands`: the card that a wild one stands for, -1 where that decides nothing; `said`: the player said whether it is low, so that no reading of the melds changes that. */
export interface CountedCard {
  card: number;
  low?: boolean;
  stands?: number;
  said?: boolean;
}

/** What is entered for one player's round, and how: at most one of `text`, the two lines and the cards, from which `points` follows; the server reckons it again and refuses another sum. */
export interface Entry {
  /** what the round scored, before what the rules do with scores below zero (B-46) */
  points: number;
  /** as it was typed: `60-25`, `12+11+7` */
  text?: string;
  /** on the table */
  table?: number | null;
  /** left in hand, never negative */
  hand?: number | null;
  melded?: CountedCard[] | null;
  held?: CountedCard[] | null;
  /** `text` was the new running total, not the round's score: the server finds the points */
  total?: boolean;
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
  | Suggest
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
  | Suggested
  | Hinted
  | Said
  | Pong
  | Failed;

export type FromSheetPage =
  | SheetHello
  | Enter
  | Mark
  | NextRound
  | Arrange
  | Conduct
  | Undo
  | Typing
  | SheetPing;

export type ToSheetPage =
  | SheetState
  | Stored
  | NotStored
  | SheetPong
  | SheetFailed;
