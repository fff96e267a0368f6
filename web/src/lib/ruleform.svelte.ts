// The rule set being agreed on. Every change is a question to the server; what it answers is shown.

import { api, ApiFault } from "./api";
import type { RulesAnswer } from "./protocol";
import { catalogue, type Catalogue } from "./rulesets";

export class RuleForm {
  declared = $state.raw<Catalogue | null>(null);
  /** What the server says of the rules in force. */
  answer = $state.raw<RulesAnswer | null>(null);
  /** The same of the game without house rules, for as many players. */
  book = $state.raw<RulesAnswer | null>(null);
  /** The last refusal and the option it was about, empty for the whole. */
  fault = $state.raw({ option: "", text: "" });
  busy = $state(false);
  /** Said aloud after a change. */
  told = $state("");

  private last: Promise<unknown> = Promise.resolve();

  /** Begin with a rule set, for so many players where that is given. */
  begin(text: string, players: number | null): Promise<boolean> {
    return this.ask(async () => {
      this.declared = await catalogue();
      await this.take({ text, ...(players ? { values: { players } } : {}) });
    }, "");
  }

  /** Another game by the book. */
  play(key: string, players: number): Promise<boolean> {
    return this.ask(() => this.take({ text: key, values: { players } }), "");
  }

  /** Change one option. */
  change(option: string, value: string): Promise<boolean> {
    return this.ask(
      () => this.take({ text: this.answer?.text ?? "", values: { [option]: value } }),
      option,
    );
  }

  get text(): string {
    return this.answer?.text ?? "";
  }
  get game(): string {
    return this.text.split(" ")[0] ?? "";
  }
  get problems(): readonly [string, string[]][] {
    return this.answer?.problems ?? [];
  }
  value(option: string): string {
    return this.answer?.values[option] ?? "";
  }
  bookValue(option: string): string {
    return this.book?.values[option] ?? this.value(option);
  }
  sentence(option: string): string {
    return this.answer?.sentences[option] ?? "";
  }
  saidOf(list: readonly [string, string[]][] | undefined, option: string): string[] {
    return (list ?? []).filter(([, options]) => options.includes(option)).map(([text]) => text);
  }
  /** Options that differ from the book; how many play is no house rule. */
  get house(): string[] {
    const { answer, book } = this;
    if (!answer || !book) return [];
    return Object.keys(answer.values).filter(
      (name) => name !== "players" && answer.values[name] !== book.values[name],
    );
  }

  /** All that was asked is answered. */
  async settled(): Promise<void> {
    await this.last;
  }

  private async take(question: { text: string; values?: Record<string, string | number> }): Promise<void> {
    const answer = await api.rules(question);
    const key = answer.text.split(" ")[0] ?? "";
    const players = answer.values.players ?? "2";
    if (this.book?.text.split(" ")[0] !== key || this.book.values.players !== players) {
      this.book = await api.rules({ text: key, values: { players } });
    }
    this.answer = answer;
  }

  /** One question after another, so that each builds on the answer before. */
  private ask(question: () => Promise<void>, option: string): Promise<boolean> {
    const asked = this.last.then(async () => {
      this.busy = true;
      try {
        await question();
        this.fault = { option: "", text: "" };
        const said = option ? this.sentence(option) : "";
        const problem = this.problems[0]?.[0] ?? "";
        this.told = [said, problem && `Problem: ${problem}`].filter(Boolean).join(" ");
        return true;
      } catch (wrong) {
        if (!(wrong instanceof ApiFault)) throw wrong;
        this.fault = { option, text: wrong.message };
        return false;
      } finally {
        this.busy = false;
      }
    });
    this.last = asked.catch(() => {});
    return asked;
  }
}
