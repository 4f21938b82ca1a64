import { version } from "convex";
import { askAhead, readsAt, userAddress } from "./answers/early-asked.ts";
import { showEarlyFrame } from "./early-frame.ts";
import { fetchToken } from "./connection/session-token.ts";
import { WatchfulWebSocket } from "./connection/watchful-web-socket.ts";

/**
 * Requests the first token, then opens the socket of the live connection, sends the reads of the screen and shows the
 * frame of the page, all while the other code loads. The build makes this module a script of its own, which the page
 * runs first.
 */
export const firstToken = fetchToken();

askAhead(userAddress);

let early: WatchfulWebSocket | null = null;
let isTaken = false;

void firstToken.then((token) => {
  // A person who is not signed in needs no connection, and gets another page.
  if (token === null) return;
  if (!isTaken) early = new WatchfulWebSocket(syncAddress());
  showEarlyFrame();
  for (const { path } of readsAt(window.location.pathname)) askAhead(path);
});

/** The WebSocket constructor for the live client. It usually returns the early socket the first time. */
export const ReadyWebSocket = new Proxy(WatchfulWebSocket, {
  construct: (_, [url]: [string]) => takeEarly(url) ?? new WatchfulWebSocket(url),
});

/** The early socket, at most once; null when its address differs or it has closed. */
function takeEarly(url: string): WatchfulWebSocket | null {
  const socket = early;
  early = null;
  isTaken = true;
  if (socket === null) return null;
  if (socket.url === url && socket.readyState <= WebSocket.OPEN) return socket.announced();
  socket.giveUp("NotWanted");
  return null;
}

/** The address that the live client derives from the server's address. */
function syncAddress(): string {
  return `${window.location.origin.replace("http", "ws")}/api/${version}/sync`;
}
