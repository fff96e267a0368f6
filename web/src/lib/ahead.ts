// The socket of a room, opened before the table's scripts have come: the server answers meanwhile.

import { WIRE_VERSION, type Hello } from "./protocol";
import { isSecret, seatToken } from "./settings.svelte";

export interface Ahead {
  room: string;
  token: string;
  socket: WebSocket;
  /** what came before anybody listened */
  told: MessageEvent<string>[];
}

const UNWANTED = 20_000;

let waiting: Ahead | null = null;

export function openSocket(room: string): WebSocket {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/ws/${encodeURIComponent(room)}`);
}

export function sayHello(socket: WebSocket, token: string, seq: number): void {
  const hello: Hello = { is: "hello", version: WIRE_VERSION, token, seq };
  socket.send(JSON.stringify(hello));
}

/** Where this address is a seat's or a spectator's, call the server now. */
export function callAhead(): void {
  const [, page, room] = location.pathname.split("/");
  if (page !== "room" || !room) return;
  const watching = new URLSearchParams(location.search).has("watch");
  const secret = location.hash.slice(1);
  const token = watching ? "" : isSecret(secret) ? secret : seatToken(room);
  if (!token && !watching) return;
  const call: Ahead = { room, token, socket: openSocket(room), told: [] };
  call.socket.onopen = () => sayHello(call.socket, token, 0);
  call.socket.onmessage = (event: MessageEvent<string>) => call.told.push(event);
  waiting = call;
  setTimeout(() => answered(room, token)?.socket.close(), UNWANTED);
}

/** The call for this seat, once; null where there is none or it failed. */
export function answered(room: string, token: string): Ahead | null {
  if (waiting?.room !== room || waiting.token !== token) return null;
  const call = waiting;
  waiting = null;
  return call.socket.readyState <= WebSocket.OPEN ? call : null;
}
