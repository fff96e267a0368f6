// What can be opened over a sheet.

/** A cell of the sheet. */
export interface Place {
  round: number;
  column: number;
}

export type Open =
  | { what: "share" | "changes" | "race" | "rules" | "add" | "export" | "more" }
  | { what: "round"; number: number }
  | { what: "player"; id: number }
  | { what: "history" | "cards"; place: Place };
