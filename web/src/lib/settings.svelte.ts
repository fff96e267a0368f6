// What this browser prefers, kept in its local storage.

export type Pace = "slow" | "normal" | "fast" | "step";
export type Theme = "system" | "light" | "dark" | "contrast";
export type Motion = "system" | "less";
export type Sort = "suit" | "rank" | "mine";

export interface Settings {
  name: string;
  colour: string;
  theme: Theme;
  motion: Motion;
  fourColours: boolean;
  largeIndex: boolean;
  pace: Pace;
  sort: Sort;
  sound: boolean;
  vibrate: boolean;
  titleFlash: boolean;
  showPoints: boolean;
  muted: boolean;
  lastRules: string;
  lastSeats: string;
}

const KEY = "laydown.settings";

const DEFAULTS: Settings = {
  name: "",
  colour: "",
  theme: "system",
  motion: "system",
  fourColours: false,
  largeIndex: false,
  pace: "normal",
  sort: "suit",
  sound: false,
  vibrate: true,
  titleFlash: true,
  showPoints: false,
  muted: false,
  lastRules: "",
  lastSeats: "",
};

/** Storage may be closed (private windows); the page works without it. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing is lost but the memory of it.
  }
}

function loaded(): Settings {
  try {
    const found: unknown = JSON.parse(stored(KEY) ?? "{}");
    return { ...DEFAULTS, ...(found as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state<Settings>(loaded());

/** Change preferences and remember them. */
export function prefer(changed: Partial<Settings>): void {
  Object.assign(settings, changed);
  store(KEY, JSON.stringify(settings));
  applySettings();
}

/** Put what the style sheets read on the document. */
export function applySettings(): void {
  const root = document.documentElement;
  if (settings.theme === "system") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", settings.theme);
  if (settings.motion === "less") root.setAttribute("data-motion", "less");
  else root.removeAttribute("data-motion");
  root.setAttribute("data-suits", settings.fourColours ? "four" : "two");
}

/** This browser's secret key for its own list of matches: 128 random bits in hex. */
export function browserKey(): string {
  const known = stored("laydown.browser");
  if (known && /^[0-9a-f]{32}$/.test(known)) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  store("laydown.browser", made);
  return made;
}

/** The secret of this browser's seat in a room, if it has one. */
export function seatToken(room: string): string {
  return stored(`laydown.seat.${room}`) ?? "";
}

/** Whether the end of an address can be the secret of a seat. */
export function isSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{8,}$/.test(text);
}

export function keepSeat(room: string, token: string): void {
  store(`laydown.seat.${room}`, token);
}
