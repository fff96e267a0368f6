// The socket of a room: reconnects by itself, and sends a command again until it is answered.
// The server answers a repeat as it answered the first, so repeats are harmless.

import type {
  Back,
  Control,
  Do,
  Done,
  Failed,
  Hint,
  Hinted,
  Look,
  Offers,
  Ready,
  Refused,
  Say,
  Said,
  State,
  Suggest,
  Suggested,
  ToPage,
  Why,
} from "./protocol";
import { answered, openSocket, sayHello } from "./ahead";
import { keepLast, lastKept } from "./last";

export type Line = "connecting" | "open" | "waiting" | "closed";

type Without<T> = T extends unknown ? Omit<T, "id"> : never;
type Command = Do | Back | Ready | Say | Control;
type Question = Look | Suggest | Why | Hint;
type Asked = Offers | Suggested | Hinted | Refused;

export interface Hearers {
  state(state: State): void;
  said(said: Said): void;
  failed(failed: Failed): void;
  line(line: Line): void;
}

/** What a table needs of the other end, be it a room's socket or a lesson. */
export interface Talk {
  command(message: Without<Command>): Promise<Done | Refused>;
  ask(message: Without<Question>): Promise<Asked | null>;
  close(): void;
}

interface Waiting {
  message: Command;
  settle(answer: Done | Refused): void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 15_000;
const PING_EVERY = 20_000;
const SILENT_FOR = 50_000;

/** An id that no other page will use. */
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection implements Talk {
  private socket: WebSocket | null = null;
  private commands = new Map<string, Waiting>();
  private questions = new Map<string, (answer: Asked | null) => void>();
  private wait = FIRST_WAIT;
  private retry = 0;
  private pinging = 0;
  private heard = 0;
  private seq = 0;
  private over = false;

  constructor(
    private room: string,
    private token: string,
    private hearers: Hearers,
  ) {
    addEventListener("online", this.now);
    addEventListener("pageshow", this.now);
    addEventListener("offline", this.lost);
    document.addEventListener("visibilitychange", this.seen);
    this.connect();
  }

  /** Close for good. */
  close(): void {
    this.over = true;
    removeEventListener("online", this.now);
    removeEventListener("pageshow", this.now);
    removeEventListener("offline", this.lost);
    document.removeEventListener("visibilitychange", this.seen);
    clearTimeout(this.retry);
    clearInterval(this.pinging);
    this.drop();
    this.hearers.line("closed");
  }

  /** Send a command; the promise ends with its answer, however often the line breaks. */
  command(message: Without<Command>): Promise<Done | Refused> {
    const whole = { ...message, id: freshId() } as Command;
    return new Promise((settle) => {
      this.commands.set(whole.id, { message: whole, settle });
      this.send(whole);
    });
  }

  /** Ask; null if the line broke before the answer came. */
  ask(message: Without<Question>): Promise<Asked | null> {
    const whole = { ...message, id: freshId() } as Question;
    return new Promise((settle) => {
      if (!this.send(whole)) settle(null);
      else this.questions.set(whole.id, settle);
    });
  }

  private send(message: object): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private connect(): void {
    if (this.over || this.socket) return;
    clearTimeout(this.retry);
    this.hearers.line("connecting");
    const ahead = answered(this.room, this.token);
    const socket = ahead?.socket ?? openSocket(this.room);
    this.socket = socket;
    this.heard = Date.now();
    const opened = () => {
      if (socket !== this.socket) return;
      this.heard = Date.now();
      for (const { message } of this.commands.values()) socket.send(JSON.stringify(message));
      clearInterval(this.pinging);
      this.pinging = window.setInterval(this.ping, PING_EVERY);
    };
    const hear = (event: MessageEvent<string>) => {
      if (socket !== this.socket) return;
      this.heard = Date.now();
      const message = JSON.parse(event.data) as ToPage;
      if (message.is === "state") keepLast(this.room, this.token, message);
      this.hear(message);
    };
    // Before anything else is sent, the server wants to know who comes.
    socket.onopen = () => {
      sayHello(socket, this.token, this.seq);
      opened();
    };
    socket.onmessage = hear;
    if (ahead) {
      // Whoever made this connection listens once it is made.
      queueMicrotask(() => {
        if (socket.readyState === WebSocket.OPEN) opened();
        ahead.told.forEach(hear);
      });
    }
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.socket = null;
      clearInterval(this.pinging);
      this.forget();
      if (this.over) return;
      this.remember();
      this.hearers.line("waiting");
      this.retry = window.setTimeout(() => this.connect(), this.wait * (0.7 + Math.random() * 0.6));
      this.wait = Math.min(LONGEST_WAIT, this.wait * 1.8);
    };
  }

  private hear(message: ToPage): void {
    switch (message.is) {
      case "state":
        this.wait = FIRST_WAIT;
        this.seq = message.seq;
        this.hearers.line("open");
        this.hearers.state(message);
        break;
      case "done":
        this.answer(message.id, message);
        break;
      case "refused":
        this.answer(message.id, message);
        this.reply(message.id, message);
        break;
      case "offers":
      case "suggested":
      case "hinted":
        this.reply(message.id, message);
        break;
      case "said":
        this.hearers.said(message);
        break;
      case "failed":
        if (message.final) this.over = true;
        this.hearers.failed(message);
        if (message.final) this.close();
        break;
      case "pong":
        break;
    }
  }

  private answer(id: string, answer: Done | Refused): void {
    const waiting = this.commands.get(id);
    if (!waiting) return;
    this.commands.delete(id);
    waiting.settle(answer);
  }

  private reply(id: string, answer: Asked): void {
    const settle = this.questions.get(id);
    if (!settle) return;
    this.questions.delete(id);
    settle(answer);
  }

  /** Without a line from the start, the table is shown as it was left. */
  private remember(): void {
    const kept = this.seq ? null : lastKept(this.room, this.token);
    if (!kept) return;
    this.seq = kept.seq;
    this.hearers.state(kept);
  }

  private forget(): void {
    for (const settle of this.questions.values()) settle(null);
    this.questions.clear();
  }

  private ping = (): void => {
    // A socket that says nothing although it was asked is dead, whatever it claims.
    if (Date.now() - this.heard > SILENT_FOR) this.lost();
    else this.send({ is: "ping" });
  };

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.forget();
    socket?.close();
  }

  private lost = (): void => {
    if (this.over) return;
    this.drop();
    clearInterval(this.pinging);
    this.hearers.line("waiting");
    this.retry = window.setTimeout(() => this.connect(), this.wait);
  };

  private now = (): void => {
    if (this.over) return;
    this.wait = FIRST_WAIT;
    if (this.socket?.readyState === WebSocket.OPEN) this.send({ is: "ping" });
    else if (!this.socket) this.connect();
  };

  private seen = (): void => {
    if (document.visibilityState !== "visible") return;
    // A phone that slept may hold a socket that died unheard.
    if (Date.now() - this.heard > SILENT_FOR) this.lost();
    this.now();
  };
}
