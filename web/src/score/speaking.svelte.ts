// Totals spoken aloud by the device, for a table that does not look: "Ben plus 44, total 210".

import type { SheetState } from "../lib/protocol";
import { spokenNumber, spokenPoints } from "./overlay";

export class Speaker {
  on = $state(false);
  readonly able = "speechSynthesis" in window;
  private before: SheetState | null = null;

  set(on: boolean): void {
    this.on = on && this.able;
    if (this.on) this.speak("Totals are spoken.");
    else if (this.able) speechSynthesis.cancel();
  }

  /** Say what is new since the state heard last. */
  hear(state: SheetState): void {
    const before = this.before;
    this.before = state;
    if (!this.on || !before || before.id !== state.id) return;
    for (const sentence of fresh(before, state)) this.speak(sentence);
  }

  private speak(text: string): void {
    const said = new SpeechSynthesisUtterance(text);
    said.lang = "en";
    speechSynthesis.speak(said);
  }

  close(): void {
    if (this.able) speechSynthesis.cancel();
  }
}

/** What was entered between two states, a sentence for each number. */
export function fresh(before: SheetState, state: SheetState): string[] {
  const said: string[] = [];
  for (const round of state.rounds) {
    const old = before.rounds.find((each) => each.number === round.number);
    round.cells.forEach((cell, at) => {
      const column = state.columns[at];
      const was = before.columns.findIndex((each) => each.id === column?.id);
      if (!column || cell.version <= (old?.cells[was]?.version ?? 0)) return;
      if (cell.entered === null || cell.total === null || cell.rivals.length) return;
      const correction = old?.cells[was]?.entered != null ? ` corrected in round ${round.number}:` : "";
      const points = spokenPoints(cell.entered);
      said.push(`${column.name}${correction} ${points}, total ${spokenNumber(column.total)}.`);
    });
  }
  if (state.outcome && state.outcome !== before.outcome) said.push(state.outcome);
  return said;
}
