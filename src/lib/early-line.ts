import { version } from "convex";
import { askAhead, readsAt, userAddress } from "./answers/early-asked.ts";
import { showEarlyFrame } from "./early-frame.ts";
import { fetchToken } from "./connection/session-token.ts";
import { WatchfulWebSocket } from "./connection/watchful-web-socket.ts";

/**
 * The first token, and with it the socket of the live connection, the reads of the screen and the frame of the page, while the
 * rest of the code is on the way. The build makes this module a script of its own, which the page runs first.
 */
export const firstToken = fetchToken();

askAhead(userAddress);

let early: WatchfulWebSocket | null = null;
let isTaken = false;

void firstToken.then((token) => {
  // A person who is not signed in has no use for a connection, and sees another page.
  if (token === null) return;
  if (!isTaken) early = new WatchfulWebSocket(syncAddress());
  showEarlyFrame();
  for (const { path } of readsAt(window.location.pathname)) askAhead(path);
});

/** Makes the sockets of the live client. The first one is on the way already, as a rule. */
export const ReadyWebSocket = new Proxy(WatchfulWebSocket, {
  construct: (_, [url]: [string]) => takeEarly(url) ?? new WatchfulWebSocket(url),
});

/** The early socket, once; null where it leads elsewhere or is closed by now. */
function takeEarly(url: string): WatchfulWebSocket | null {
  const socket = early;
  early = null;
  isTaken = true;
  if (socket === null) return null;
  if (socket.url === url && socket.readyState <= WebSocket.OPEN) return socket.announced();
  socket.giveUp("NotWanted");
  return null;
}

/** The address that the live client makes of the address of its server. */
function syncAddress(): string {
  return `${window.location.origin.replace("http", "ws")}/api/${version}/sync`;
}
