// The socket of a room: sends a command again until it is answered.
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
import { Line, type LineState } from "./line";

type Without<T> = T extends unknown ? Omit<T, "id"> : never;
type Command = Do | Back | Ready | Say | Control;
type Question = Look | Suggest | Why | Hint;
type Asked = Offers | Suggested | Hinted | Refused;

export interface Hearers {
  state(state: State): void;
  said(said: Said): void;
  failed(failed: Failed): void;
  line(state: LineState): void;
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

const PACE = { longestWait: 15_000, pingEvery: 20_000, silentFor: 50_000 };

/** An id that no other page will use. */
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection implements Talk {
  private commands = new Map<string, Waiting>();
  private questions = new Map<string, (answer: Asked | null) => void>();
  private line: Line<ToPage>;
  private seq = 0;

  constructor(
    private room: string,
    private token: string,
    private hearers: Hearers,
  ) {
    this.line = new Line<ToPage>(
      {
        call: () => {
          const ahead = answered(room, token);
          return { ahead, socket: ahead?.socket ?? openSocket(room) };
        },
        greet: (socket) => sayHello(socket, token, this.seq),
        opened: () => {
          for (const { message } of this.commands.values()) this.line.send(message);
        },
        heard: (message) => this.hear(message),
        broke: () => this.forget(),
        line: (state) => {
          if (state === "waiting") this.remember();
          hearers.line(state);
        },
      },
      PACE,
    );
  }

  /** Close for good. */
  close(): void {
    this.line.close();
  }

  /** Send a command; the promise ends with its answer, however often the line breaks. */
  command(message: Without<Command>): Promise<Done | Refused> {
    const whole = { ...message, id: freshId() } as Command;
    return new Promise((settle) => {
      this.commands.set(whole.id, { message: whole, settle });
      this.line.send(whole);
    });
  }

  /** Ask; null if the line broke before the answer came. */
  ask(message: Without<Question>): Promise<Asked | null> {
    const whole = { ...message, id: freshId() } as Question;
    return new Promise((settle) => {
      if (!this.line.send(whole)) settle(null);
      else this.questions.set(whole.id, settle);
    });
  }

  private hear(message: ToPage): void {
    switch (message.is) {
      case "state":
        keepLast(this.room, this.token, message);
        this.seq = message.seq;
        this.line.works();
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
        if (message.final) this.line.end();
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
}
