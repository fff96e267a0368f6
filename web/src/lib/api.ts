// The plain requests. A refusal is thrown as `ApiFault` with the server's sentence.

import type { Card, Counted, CountQuestion, Join, Opened, OpenRoom, RefereeAnswer, RefereeClause, RefereeFacts, RefereeQuestion, Room, RulesAnswer, RulesQuestion } from "./protocol"; // prettier-ignore
import { browserKey } from "./settings.svelte";

export class ApiFault extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function answered<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  let text = `The server answered ${response.status}.`;
  try {
    const body = (await response.json()) as { error?: string };
    if (body.error) text = body.error;
  } catch {
    // The answer was not the server's own; its number has to do.
  }
  throw new ApiFault(text, response.status);
}

/** Ask the server; with a body it is a POST. */
export async function asked<T>(path: string, body?: unknown): Promise<T> {
  return answered<T>(await reached(path, body === undefined ? {} : posting(body)));
}

const posting = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** Post, and be answered with a file. */
export async function fileOf(path: string, body: unknown): Promise<Blob> {
  const response = await reached(path, posting(body));
  if (!response.ok) await answered(response);
  return response.blob();
}

async function reached(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch {
    throw new ApiFault("The server cannot be reached just now.", 0);
  }
}

const bearing = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });

/** Ask for what only the holder of a token is told. */
export async function askedAs<T>(token: string, path: string): Promise<T> {
  return answered<T>(await reached(path, bearing(token)));
}

/** The same, for a file. */
export async function fileAs(token: string, path: string): Promise<Blob> {
  const response = await reached(path, bearing(token));
  if (!response.ok) await answered(response);
  return response.blob();
}

/** The file that a form asks for. */
export async function fileOfForm(path: string, fields: Record<string, string>): Promise<Blob> {
  const response = await reached(path, { method: "POST", body: new URLSearchParams(fields) });
  if (!response.ok) await answered(response);
  return response.blob();
}

export interface DrawnCards {
  cards: Card[];
  stands: Card[];
  caption: string;
  /** whether it is allowed; empty where that is not the point */
  mark: "" | "yes" | "no";
  /** the places of the cards that the caption is about */
  lifted: number[];
}

/** A piece of a section, of one kind: prose, a table, pairs, or drawn cards. */
export interface RulebookPart {
  text: string;
  /** it differs from the game as it is usually played */
  house: boolean;
  /** a heading that runs into the prose */
  title: string;
  /** a table; the first row is its heading */
  rows: string[][];
  /** words with what they mean */
  pairs: [string, string][];
  shown: DrawnCards[];
}

export interface Rulebook {
  title: string;
  blurb: string;
  sections: { title: string; paragraphs: RulebookPart[] }[];
}

/** What two rule sets say to one question. */
export interface Contrast {
  option: string;
  question: string;
  a: string;
  b: string;
  clause_a: string;
  clause_b: string;
}

export interface Comparison {
  a: { title: string; text: string };
  b: { title: string; text: string };
  /** by group of options */
  groups: [string, Contrast[]][];
  /** what people ask, where the two answer differently */
  answers: Contrast[];
}

export const api = {
  catalogue: <T = unknown>() => asked<T>("/api/catalogue"),
  count: (question: CountQuestion) => asked<Counted>("/api/count", question),
  referee: (question: RefereeQuestion) => asked<RefereeAnswer>("/api/referee", question),
  refereeFacts: (text: string) => asked<RefereeFacts>("/api/referee/facts", { text }),
  /** The clauses that a text names: `B-22, K5-7`. */
  clauses: (cites: string) => asked<RefereeClause[]>(`/api/clauses?cited=${encodeURIComponent(cites)}`),
  rules: (question: RulesQuestion) => asked<RulesAnswer>("/api/rules", question),
  compare: (a: string, b: string) => asked<Comparison>("/api/rules/compare", { a, b }),
  rulebook: (text: string) => asked<Rulebook>("/api/rulebook", { text }),
  open: (wish: Omit<OpenRoom, "browser">) =>
    asked<Opened>("/api/rooms", { ...wish, browser: browserKey() }),
  room: (room: string) => asked<Room>(`/api/rooms/${encodeURIComponent(room)}`),
  join: (room: string, wish: Omit<Join, "browser">) =>
    asked<Opened>(`/api/rooms/${encodeURIComponent(room)}/join`, {
      ...wish,
      browser: browserKey(),
    }),
  round: <T = unknown>(room: string, number: number) =>
    asked<T>(`/api/rooms/${encodeURIComponent(room)}/rounds/${number}`),
  recordUrl: (room: string) => `/api/rooms/${encodeURIComponent(room)}/record`,
  mine: <T = unknown>() => asked<T>("/api/mine", { browser: browserKey() }),
  backup: <T = unknown>() => asked<T>("/api/mine/backup", { browser: browserKey() }),
  restore: <T = unknown>(body: object) =>
    asked<T>("/api/mine/restore", { ...body, browser: browserKey() }),
};
