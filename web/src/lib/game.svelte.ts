// A room as this page sees it. (The table's part follows.)

import type { State } from "./protocol";
import { Connection, type Line } from "./socket";

export class Game {
  state = $state.raw<State | null>(null);
  line = $state<Line>("connecting");
  private connection: Connection;

  constructor(
    readonly room: string,
    token: string,
  ) {
    this.connection = new Connection(room, token, {
      state: (state) => {
        this.state = state;
      },
      said: () => {},
      failed: () => {},
      line: (line) => {
        this.line = line;
      },
    });
  }

  get you(): number {
    return this.state?.you ?? -1;
  }

  control(what: "start", seat = -1, level = "", text = ""): Promise<unknown> {
    return this.connection.command({ is: "control", what, seat, level, text });
  }

  close(): void {
    this.connection.close();
  }
}
