// A score sheet on this page: the newest state, what waits to be sent, and what is said about it.

import type {
  Arrange,
  Column,
  Conduct,
  Enter,
  Entry,
  Mark,
  SheetState,
  ToSheetPage,
  Undo,
} from "../lib/protocol";
import { plainNumber, signed } from "../lib/mine";
import { store, stored } from "../lib/settings.svelte";
import type { LineState } from "../lib/line";
import { freshId } from "../lib/socket";
import { keepPeople, keepSheet, knownSheets, lastKey } from "./known";
import { SheetLine } from "./line";
import { shownRounds, spokenNumber, spokenPoints, totalOf, type ShownRound } from "./overlay";
import { dropWaiting, keepWaiting, waitingEdits, type Edit, type Waiting } from "./queue";

type Asked = Arrange | Conduct | Undo;
type Bare<T> = T extends unknown ? Omit<T, "id" | "is"> : never;

export interface Answered {
  stored: boolean;
  seq: number;
  clash: boolean;
  text: string;
}

export interface Toast {
  text: string;
  /** takes it back, where that can be done */
  undo: (() => void) | null;
  bad: boolean;
}

const TOAST_FOR = 9000;
/** Edits that the server answers within this are never shown as waiting. */
const SHOWN_AFTER = 700;

/** Kept states of sheets that were closed long ago make room for new ones. */
function keepLast(state: SheetState, wall: boolean): void {
  store(lastKey(state.id, wall), JSON.stringify(state));
  for (const old of knownSheets().slice(20)) store(lastKey(old.id), null);
}

/** The state of a sheet that this browser saw last. */
export function lastState(id: string, wall = false): SheetState | null {
  try {
    return JSON.parse(stored(lastKey(id, wall)) ?? "null") as SheetState | null;
  } catch {
    return null;
  }
}

export class Sheet {
  state = $state.raw<SheetState | null>(null);
  line = $state<LineState>("connecting");
  /** Edits that are not kept by the server yet, those refused among them. */
  waiting = $state.raw<readonly Waiting[]>([]);
  failure = $state("");
  /** What others entered, to be read aloud. */
  told = $state("");
  toast = $state.raw<Toast | null>(null);
  /** What is shown comes from this browser's memory: the server has not been heard yet. */
  remembered = $state(false);
  /** The server's clock runs ahead of ours by so many seconds. */
  ahead = 0;

  /** Kept by the server, but the state that shows it has not come yet. */
  private settled = $state.raw<readonly { seq: number; edit: Edit }[]>([]);
  private connection: SheetLine;
  private questions = new Map<string, { message: Asked; settle: (answer: Answered) => void }>();
  private inFlight = "";
  private undone = new Map<string, (seq: number) => void>();
  private toasting = 0;
  private order = 0;
  private slow = $state(false);
  private slowly = 0;

  constructor(
    readonly id: string,
    readonly token: string,
    private wall = false,
  ) {
    const kept = lastState(id, wall);
    if (kept && token) {
      this.state = kept;
      this.remembered = true;
    }
    // A wall writes nothing: what waits is sent by the page that was written in.
    if (!wall) this.waiting = waitingEdits(id);
    addEventListener("storage", this.elsewhere);
    this.connection = new SheetLine(id, token, wall, {
      heard: (message) => this.hear(message),
      line: (line) => {
        this.line = line;
        if (line !== "open") {
          this.inFlight = "";
          // The line may have broken after the server had heard; asking again is harmless.
        }
      },
    });
  }

  close(): void {
    removeEventListener("storage", this.elsewhere);
    clearTimeout(this.toasting);
    clearTimeout(this.slowly);
    this.connection.close();
    for (const { settle } of this.questions.values()) {
      settle({ stored: false, seq: 0, clash: false, text: "" });
    }
  }

  // ---------------------------------------------------------------- what is shown

  get playing(): boolean {
    return this.state?.phase === "open" || this.state?.phase === "decided";
  }
  get online(): boolean {
    return this.line === "open";
  }
  /** The edits in force over the server's state. */
  private edits = $derived<readonly Edit[]>([
    ...this.settled.map(({ edit }) => edit),
    ...this.waiting.filter(({ refused }) => !refused).map(({ edit }) => edit),
  ]);
  rows = $derived<readonly ShownRound[]>(
    this.state
      ? shownRounds(this.state, this.edits, this.playing && this.state.me.may_write.length > 0)
      : [],
  );
  columns = $derived<readonly Column[]>(this.state?.columns ?? []);
  refused = $derived(this.waiting.filter(({ refused }) => refused));
  /** How many edits wait to be sent. */
  unsent = $derived(this.waiting.length - this.refused.length);
  /** The waiting is long enough to be worth showing. */
  get lagging(): boolean {
    return this.unsent > 0 && (this.line !== "open" || this.slow);
  }

  column(id: number): Column | undefined {
    return this.columns.find((column) => column.id === id);
  }
  nameOf(id: number): string {
    return this.column(id)?.name ?? "";
  }
  total(column: Column): number {
    return totalOf(column, this.rows);
  }
  mayWrite(column: number): boolean {
    return this.state?.me.may_write.includes(column) ?? false;
  }
  get isHost(): boolean {
    return this.state?.me.role === "host";
  }
  get plays(): boolean {
    return this.state?.me.role === "host" || this.state?.me.role === "player";
  }

  // ---------------------------------------------------------------- entering

  /** Put an entry into a cell. It is shown at once and sent as soon as there is a line. */
  enter(
    round: number,
    column: number,
    entry: Entry | null,
    { seen, reason = "" }: { seen?: number; reason?: string } = {},
  ): void {
    const row = this.rows.find((each) => each.number === round);
    const cell = row?.cells.find((each) => each.column === column);
    const id = freshId();
    const edit: Enter = {
      is: "enter",
      id,
      round,
      column,
      entry,
      seen: seen ?? cell?.cell?.version ?? 0,
      ...(reason ? { reason } : {}),
    };
    this.push(edit);
    const after = this.rows
      .find((each) => each.number === round)
      ?.cells.find((each) => each.column === column);
    const points = after?.points ?? null;
    const words =
      points === null
        ? `${this.nameOf(column)}, round ${round}: blank.`
        : `${this.nameOf(column)}, round ${round}: ${signed(points)}` +
          (after?.total != null ? `, total ${plainNumber(after.total)}.` : ".");
    this.say(words, () => this.takeBack(id, round, column));
  }

  /** Take an entry back: it is withdrawn while it lies here, undone where the server has it. */
  private takeBack(id: string, round: number, column: number): void {
    const waiting = this.waiting.find(({ edit }) => edit.id === id);
    if (waiting && !waiting.sent) {
      this.drop(id);
      this.say(`${this.nameOf(column)}, round ${round}: taken back.`, null);
      return;
    }
    const seq = this.seqs.get(id);
    if (seq !== undefined) void this.undo(seq);
    else this.undone.set(id, (late) => void this.undo(late));
  }

  mark(round: number, what: Mark["what"], value: number | null): void {
    this.push({ is: "mark", id: freshId(), round, what, value });
  }

  begin(round: number): void {
    this.push({ is: "next", id: freshId(), round });
  }

  private seqs = new Map<string, number>();

  private push(edit: Edit): void {
    const at = Math.max(Date.now(), this.order + 1);
    this.order = at;
    const waiting: Waiting = { edit, at, sent: false, refused: "" };
    keepWaiting(this.id, waiting);
    this.waiting = [...this.waiting, waiting];
    this.sendNext();
  }

  private drop(id: string): void {
    dropWaiting(this.id, id);
    this.waiting = this.waiting.filter(({ edit }) => edit.id !== id);
    if (this.inFlight === id) this.inFlight = "";
  }

  /** A refusal has been read. */
  dismiss(id: string): void {
    this.drop(id);
  }

  /** One after another, each when the one before is kept: they arrive in the order of entering. */
  private sendNext(): void {
    clearTimeout(this.slowly);
    const next = this.waiting.find(({ refused }) => !refused);
    if (!next) {
      this.slow = false;
      return;
    }
    this.slowly = window.setTimeout(() => (this.slow = true), SHOWN_AFTER);
    if (this.line !== "open" || this.inFlight) return;
    const sent = { ...next, sent: true };
    keepWaiting(this.id, sent);
    this.waiting = this.waiting.map((each) => (each === next ? sent : each));
    if (this.connection.send(sent.edit)) this.inFlight = sent.edit.id;
  }

  typing(round: number, column = -1): void {
    this.connection.send({ is: "typing", round, column });
  }

  // ---------------------------------------------------------------- asking

  arrange(what: Bare<Arrange>): Promise<Answered> {
    return this.ask({ is: "arrange", id: freshId(), ...what });
  }
  conduct(what: Bare<Conduct>): Promise<Answered> {
    return this.ask({ is: "conduct", id: freshId(), ...what });
  }
  undo(seq: number): Promise<Answered> {
    return this.ask({ is: "undo", id: freshId(), seq });
  }

  private ask(message: Asked): Promise<Answered> {
    if (!this.online) {
      this.say("That needs the connection, which is gone just now.", null, true);
      return Promise.resolve({ stored: false, seq: 0, clash: false, text: "" });
    }
    return new Promise((settle) => {
      this.questions.set(message.id, { message, settle });
      this.connection.send(message);
    });
  }

  // ---------------------------------------------------------------- hearing

  private hear(message: ToSheetPage): void {
    switch (message.is) {
      case "sheet":
        this.take(message);
        break;
      case "stored":
        this.kept(message.id, message.seq, message.clash);
        break;
      case "not_stored":
        this.refuse(message.id, message.text, message.again);
        break;
      case "failed":
        if (message.final) this.failure = message.text;
        else this.say(message.text, null, true);
        break;
      case "pong":
        break;
    }
  }

  private take(state: SheetState): void {
    const before = this.remembered ? null : this.state;
    const first = this.state === null || this.remembered;
    this.ahead = state.now - Date.now() / 1000;
    this.state = state;
    this.remembered = false;
    this.settled = this.settled.filter(({ seq }) => seq > state.seq);
    keepLast(state, this.wall);
    if (!this.wall) this.remember(state);
    if (first) {
      for (const { message } of this.questions.values()) this.connection.send(message);
    }
    if (before) this.tell(before, state);
    // A fresh line: what was in flight may not have arrived.
    this.sendNext();
  }

  private remember(state: SheetState): void {
    const leaders = state.columns.filter(({ leads }) => leads).map(({ name }) => name);
    const rounds = state.rounds.filter(({ struck }) => !struck).length;
    keepSheet(state.id, {
      ...(this.token ? { token: this.token } : {}),
      title: state.title || state.rules_title,
      names: state.columns.map(({ name }) => name),
      standing:
        rounds === 0
          ? "not begun"
          : `round ${rounds}` +
            (leaders.length ? `, ${leaders.join(" and ")} ${leaders.length > 1 ? "lead" : "leads"}` : ""),
      open: state.phase !== "ended",
    });
    if (this.plays) keepPeople(state.columns.map(({ name, colour }) => ({ name, colour })));
  }

  /** Say what others changed since the state before. */
  private tell(before: SheetState, state: SheetState): void {
    const own = new Set(this.seqs.values());
    const fresh = state.changes.filter(
      (change) => change.seq > before.seq && change.by !== state.me.name && !own.has(change.seq),
    );
    if (fresh.length) this.told = [...fresh].reverse().map(({ text }) => text).join(". "); // prettier-ignore
  }

  private kept(id: string, seq: number, clash: boolean): void {
    const waiting = this.waiting.find(({ edit }) => edit.id === id);
    if (waiting) {
      if (seq > (this.state?.seq ?? 0)) {
        this.settled = [...this.settled, { seq, edit: waiting.edit }];
      }
      this.seqs.set(id, seq);
      this.drop(id);
      const { edit } = waiting;
      if (edit.is === "enter") this.carry(edit, seq, clash);
      this.undone.get(id)?.(seq);
      this.undone.delete(id);
      if (clash && edit.is === "enter") {
        this.say(
          `${this.nameOf(edit.column)}, round ${edit.round}: somebody else entered another number` +
            " meanwhile. Both are kept; choose the right one.",
          null,
          true,
        );
      }
      this.sendNext();
    }
    this.settle(id, { stored: true, seq, clash, text: "" });
  }

  /** What waits for the same cell was entered over this entry. */
  private carry(edit: Enter, seq: number, clash: boolean): void {
    if (clash) return;
    this.waiting = this.waiting.map((each) => {
      const later = each.edit;
      if (later.is !== "enter" || later.round !== edit.round) return each;
      if (later.column !== edit.column || later.seen !== edit.seen || each.sent) return each;
      const moved = { ...each, edit: { ...later, seen: seq } };
      keepWaiting(this.id, moved);
      return moved;
    });
  }

  private refuse(id: string, text: string, again: boolean): void {
    const waiting = this.waiting.find(({ edit }) => edit.id === id);
    if (waiting) {
      this.inFlight = "";
      if (again) {
        window.setTimeout(() => this.sendNext(), 1500);
        return;
      }
      const refused = { ...waiting, refused: text };
      keepWaiting(this.id, refused);
      this.waiting = this.waiting.map((each) => (each === waiting ? refused : each));
      this.undone.delete(id);
      this.sendNext();
    } else if (this.questions.has(id)) {
      this.say(text, null, true);
    }
    this.settle(id, { stored: false, seq: 0, clash: false, text });
  }

  private settle(id: string, answer: Answered): void {
    this.questions.get(id)?.settle(answer);
    this.questions.delete(id);
  }

  /** Another page of this browser entered something, or has seen it stored. */
  private elsewhere = (event: StorageEvent): void => {
    if (this.wall || !event.key?.startsWith(`laydown.edit.${this.id}.`)) return;
    const id = event.key.slice(`laydown.edit.${this.id}.`.length);
    if (event.newValue === null) {
      // Stored through the other page: its state comes to this one too.
      if (this.inFlight !== id) {
        this.waiting = this.waiting.filter(({ edit }) => edit.id !== id);
      }
    } else if (!this.waiting.some(({ edit }) => edit.id === id)) {
      this.waiting = waitingEdits(this.id);
    }
  };

  // ---------------------------------------------------------------- saying

  say(text: string, undo: (() => void) | null, bad = false): void {
    clearTimeout(this.toasting);
    this.toast = { text, undo, bad };
    this.toasting = window.setTimeout(() => (this.toast = null), bad ? 2 * TOAST_FOR : TOAST_FOR);
  }
  hush(): void {
    this.toast = null;
  }

  /** A cell for reading aloud: `Ben, round 3, plus 44, total 210`. */
  spoken(row: ShownRound, column: Column): string {
    const cell = row.cells.find((each) => each.column === column.id);
    const parts = [column.name, `round ${row.number}`];
    if (!cell || cell.apart) parts.push("not at the table");
    else if (cell.points === null) parts.push(cell.missing && !row.blank ? "missing" : "blank");
    else {
      parts.push(spokenPoints(cell.points));
      if (cell.total !== null) parts.push(`total ${spokenNumber(cell.total)}`);
    }
    if (row.struck) parts.push("struck out");
    if (row.out === column.id) parts.push(row.rummy ? "went rummy" : "went out");
    if (cell?.cell?.rivals.length) parts.push("two entries: choose");
    if (cell?.waiting && this.lagging) parts.push("will be sent");
    return parts.join(", ");
  }
}
