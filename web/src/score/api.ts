// The plain requests about score sheets.

import { asked, askedAs, fileAs, fileOf, fileOfForm } from "../lib/api";
import type { CellHistory, OpenSheet, Printable, SheetDoor, SheetHistory, SheetOpened } from "../lib/protocol";
import { browserKey } from "../lib/settings.svelte";

const at = (sheet: string): string => `/api/sheets/${encodeURIComponent(sheet)}`;

export const sheets = {
  open: (wish: Omit<OpenSheet, "browser">) =>
    asked<SheetOpened>("/api/sheets", { ...wish, browser: browserKey() }),
  door: (code: string) => asked<SheetDoor>(`/api/sheets/code/${encodeURIComponent(code)}`),
  join: (sheet: string, code: string, column: number) =>
    asked<SheetOpened>(`${at(sheet)}/join`, { code, column, browser: browserKey() }),
  history: (sheet: string, token: string, round: number, column: number) =>
    askedAs<CellHistory>(token, `${at(sheet)}/cells/${round}/${column}`),
  /** What of the sheet: csv, text or backup. */
  file: (sheet: string, token: string, what: string) => fileAs(token, `${at(sheet)}/${what}`),
  print: (sheet: string, token: string) => askedAs<Printable>(token, `${at(sheet)}/print`),
  /** The sheet as PDF. */
  printed: (fields: Record<string, string>) => fileOfForm("/print/sheet", fields),
  mine: () => asked<SheetHistory>("/api/sheets/mine", { browser: browserKey() }),
  /** All sheets of this browser, for a spreadsheet. */
  mineCsv: () => fileOf("/api/sheets/mine/csv", { browser: browserKey() }),
  restore: (backup: object) =>
    asked<SheetOpened>("/api/sheets/restore", { backup, browser: browserKey() }),
};

/** Where somebody scans or types to join. The code stays out of what servers write down. */
export const joinLink = (code: string): string => `${location.origin}/score/join#${code}`;
export const ownLink = (sheet: string, token: string): string =>
  `${location.origin}/score/${sheet}#${token}`;
export const wallLink = (sheet: string, view: string): string =>
  `${location.origin}/score/${sheet}/wall#${view}`;
