// A socket that comes back by itself, and says how it stands.

export type LineState = "connecting" | "open" | "waiting" | "closed";

/** A socket under way, and what it was told before anybody listened. */
export interface Call {
  socket: WebSocket;
  told: MessageEvent<string>[];
}

export interface Ends<Message> {
  /** One that was opened ahead has said who comes. */
  call(): { ahead: Call | null; socket: WebSocket };
  /** Say who comes, before anything else is sent. */
  greet(socket: WebSocket): void;
  opened?(): void;
  heard(message: Message): void;
  /** What was asked over it gets no answer any more. */
  broke?(): void;
  line(state: LineState): void;
}

/** In milliseconds. */
export interface Pace {
  longestWait: number;
  pingEvery: number;
  silentFor: number;
}

const FIRST_WAIT = 300;

export class Line<Message> {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private retry = 0;
  private pinging = 0;
  private heardAt = 0;
  private over = false;

  constructor(
    private ends: Ends<Message>,
    private pace: Pace,
  ) {
    addEventListener("online", this.now);
    addEventListener("pageshow", this.now);
    addEventListener("offline", this.lost);
    document.addEventListener("visibilitychange", this.seen);
    this.connect();
  }

  /** False where there is no line just now. */
  send(message: object): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** The other end has answered as it should. */
  works(): void {
    this.wait = FIRST_WAIT;
    this.ends.line("open");
  }

  /** The other end wants no more: do not come back. */
  end(): void {
    this.over = true;
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
    this.ends.line("closed");
  }

  private connect(): void {
    if (this.over || this.socket) return;
    clearTimeout(this.retry);
    this.ends.line("connecting");
    const { ahead, socket } = this.ends.call();
    this.socket = socket;
    this.heardAt = Date.now();
    const opened = (): void => {
      if (socket !== this.socket) return;
      this.heardAt = Date.now();
      this.ends.opened?.();
      clearInterval(this.pinging);
      this.pinging = window.setInterval(this.ping, this.pace.pingEvery);
    };
    const hear = (event: MessageEvent<string>): void => {
      if (socket !== this.socket) return;
      this.heardAt = Date.now();
      this.ends.heard(JSON.parse(event.data) as Message);
    };
    socket.onopen = () => {
      this.ends.greet(socket);
      opened();
    };
    socket.onmessage = hear;
    if (ahead) {
      // Whoever made this line listens once it is made.
      queueMicrotask(() => {
        if (socket.readyState === WebSocket.OPEN) opened();
        ahead.told.forEach(hear);
      });
    }
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.socket = null;
      clearInterval(this.pinging);
      this.ends.broke?.();
      if (this.over) return;
      this.ends.line("waiting");
      // Not all phones at once when the server is back.
      this.retry = window.setTimeout(() => this.connect(), this.wait * (0.7 + Math.random() * 0.6));
      this.wait = Math.min(this.pace.longestWait, this.wait * 1.8);
    };
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    clearInterval(this.pinging);
    this.ends.broke?.();
    socket?.close();
  }

  private ping = (): void => {
    // A socket that says nothing although it was asked is dead, whatever it claims.
    if (Date.now() - this.heardAt > this.pace.silentFor) this.lost();
    else this.send({ is: "ping" });
  };

  private lost = (): void => {
    if (this.over) return;
    this.drop();
    this.ends.line("waiting");
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
    if (Date.now() - this.heardAt > this.pace.silentFor) this.lost();
    this.now();
  };
}
