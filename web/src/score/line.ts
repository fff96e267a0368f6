// The socket of a score sheet.

import { Line, type LineState } from "../lib/line";
import { WIRE_VERSION, type FromSheetPage, type ToSheetPage } from "../lib/protocol";

export interface SheetHearers {
  heard(message: ToSheetPage): void;
  line(state: LineState): void;
}

const PACE = { longestWait: 10_000, pingEvery: 15_000, silentFor: 40_000 };

export class SheetLine {
  private line: Line<ToSheetPage>;

  constructor(sheet: string, token: string, wall: boolean, hearers: SheetHearers) {
    const hello: FromSheetPage = { is: "hello", version: WIRE_VERSION, token, wall };
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const address = `${scheme}//${location.host}/ws/sheet/${encodeURIComponent(sheet)}`;
    this.line = new Line<ToSheetPage>(
      {
        call: () => ({ ahead: null, socket: new WebSocket(address) }),
        greet: (socket) => socket.send(JSON.stringify(hello)),
        heard: (message) => {
          const final = message.is === "failed" && message.final;
          if (message.is === "sheet") this.line.works();
          if (final) this.line.end();
          hearers.heard(message);
          if (final) this.line.close();
        },
        line: (state) => hearers.line(state),
      },
      PACE,
    );
  }

  /** Close for good. */
  close(): void {
    this.line.close();
  }

  /** False where there is no line just now. */
  send(message: FromSheetPage): boolean {
    return this.line.send(message);
  }
}
