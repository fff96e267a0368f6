// A lesson in the place of a room's socket: every request tells all moves, nothing is stored.

import { asked, ApiFault } from "../lib/api";
import type {
  Done,
  Hint,
  Hinted,
  LessonAnswer,
  LessonLine,
  LessonQuestion,
  Look,
  Offers,
  PlayerAction,
  Refused,
  Suggest,
  Suggested,
  Why,
} from "../lib/protocol";
import { store, stored } from "../lib/settings.svelte";
import type { Hearers, Talk } from "../lib/socket";

const LEARNED = "laydown.learned";

export const lessons = (): Promise<LessonLine[]> => asked<LessonLine[]>("/api/lessons");

/** The lessons done in this browser. */
export function learned(): Set<string> {
  return new Set((stored(LEARNED) ?? "").split(" ").filter(Boolean));
}
function learn(name: string): void {
  store(LEARNED, [...learned().add(name)].join(" "));
}

type Question = Omit<Look | Suggest | Why | Hint, "id">;

export class Lesson implements Talk {
  told = $state.raw<LessonAnswer | null>(null);
  fault = $state("");

  #moves: PlayerAction[] = [];
  #seq = 0;

  constructor(
    readonly name: string,
    private hearers: Hearers,
  ) {
    void this.#begin();
  }

  async #begin(): Promise<void> {
    try {
      this.#hear(await this.#send({}));
      this.hearers.line("open");
    } catch (wrong) {
      this.fault = (wrong as Error).message;
    }
  }

  #send(more: Pick<LessonQuestion, "action" | "ask">): Promise<LessonAnswer> {
    const body: LessonQuestion = { moves: this.#moves, since: this.#seq, ...more };
    return asked<LessonAnswer>(`/api/lessons/${encodeURIComponent(this.name)}`, body);
  }
  #hear(answer: LessonAnswer): void {
    this.#moves = answer.moves;
    this.#seq = answer.state.seq;
    this.told = answer;
    if (answer.done) learn(this.name);
    this.hearers.state(answer.state);
  }

  async command(message: { is: string; action?: PlayerAction }): Promise<Done | Refused> {
    if (message.is !== "do" || !message.action) {
      return refused("That is for a real table. Here you can begin the lesson again.");
    }
    try {
      const answer = await this.#send({ action: message.action });
      if (answer.reply?.is === "refused") return answer.reply;
      this.#hear(answer);
      return { is: "done", id: "", seq: this.#seq };
    } catch (wrong) {
      return refused(wrong instanceof ApiFault ? wrong.message : String(wrong));
    }
  }

  async ask(message: Question): Promise<Offers | Suggested | Hinted | Refused | null> {
    try {
      const ask = { ...message, id: "lesson" } as Look | Suggest | Why | Hint;
      return (await this.#send({ ask })).reply;
    } catch {
      return null;
    }
  }

  close(): void {
    // There is no line to close.
  }
}

const refused = (text: string): Refused => ({ is: "refused", id: "", text, clause: "", option: "" });
