// The socket of a score sheet: it reconnects by itself and says how it stands.

import { WIRE_VERSION, type FromSheetPage, type ToSheetPage } from "../lib/protocol";

export type LineState = "connecting" | "open" | "waiting" | "closed";

export interface SheetHearers {
  heard(message: ToSheetPage): void;
  line(state: LineState): void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 10_000;
const PING_EVERY = 15_000;
const SILENT_FOR = 40_000;

export class SheetLine {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private retry = 0;
  private pinging = 0;
  private heardAt = 0;
  private over = false;

  constructor(
    private sheet: string,
    private token: string,
    private wall: boolean,
    private hearers: SheetHearers,
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
    this.drop();
    this.hearers.line("closed");
  }

  /** False where there is no line just now. */
  send(message: FromSheetPage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private connect(): void {
    if (this.over || this.socket) return;
    clearTimeout(this.retry);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const address = `${scheme}//${location.host}/ws/sheet/${encodeURIComponent(this.sheet)}`;
    const socket = new WebSocket(address);
    this.socket = socket;
    this.heardAt = Date.now();
    this.hearers.line("connecting");
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.heardAt = Date.now();
      this.send({ is: "hello", version: WIRE_VERSION, token: this.token, wall: this.wall });
      clearInterval(this.pinging);
      this.pinging = window.setInterval(this.ping, PING_EVERY);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket !== this.socket) return;
      this.heardAt = Date.now();
      const message = JSON.parse(event.data) as ToSheetPage;
      if (message.is === "sheet") {
        this.wait = FIRST_WAIT;
        this.hearers.line("open");
      }
      if (message.is === "failed" && message.final) this.over = true;
      this.hearers.heard(message);
      if (message.is === "failed" && message.final) this.close();
    };
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.socket = null;
      clearInterval(this.pinging);
      if (this.over) return;
      this.hearers.line("waiting");
      // Not all phones at once when the server is back.
      this.retry = window.setTimeout(() => this.connect(), this.wait * (0.7 + Math.random() * 0.6));
      this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
    };
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    clearInterval(this.pinging);
    socket?.close();
  }

  private ping = (): void => {
    // A socket that says nothing although it was asked is dead, whatever it claims.
    if (Date.now() - this.heardAt > SILENT_FOR) this.lost();
    else this.send({ is: "ping" });
  };

  private lost = (): void => {
    if (this.over) return;
    this.drop();
    this.hearers.line("waiting");
    clearTimeout(this.retry);
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
    if (Date.now() - this.heardAt > SILENT_FOR) this.lost();
    this.now();
  };
}
