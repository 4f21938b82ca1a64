/** The server says something at least every 15 s; 3.5 s more allow for a slow network. */
export const SILENCE_LIMIT_MS = 18_500;

let heardAt = Date.now();

/** The sockets that are not open yet, and since when. */
const opening = new Map<WatchfulWebSocket, number>();

/** The moment in ms at which the server was heard last. */
export function lastHeardAt(): number {
  return heardAt;
}

/** Gives up the sockets that have been opening for longer than this: what they sent into a dead line is lost. */
export function giveUpOpening(ms: number): void {
  for (const [socket, since] of opening) if (Date.now() - since > ms) socket.giveUp("StuckOpening");
}

/**
 * A WebSocket that reports itself closed when the server has been silent for too long, and when the browser says that
 * there is no network. A dead link (a cable pulled, a laptop asleep) closes nothing by itself for a minute or more.
 */
export class WatchfulWebSocket extends WebSocket {
  #silence: ReturnType<typeof setTimeout> | undefined;
  readonly #onOffline = () => this.giveUp("Offline");

  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols);
    this.addEventListener("open", () => this.#hear());
    this.addEventListener("message", () => this.#hear());
    this.addEventListener("close", () => this.#end());
    window.addEventListener("offline", this.#onOffline);
    opening.set(this, Date.now());
    this.#restart();
  }

  /** Reports itself closed at once; the client goes on with a new socket. */
  giveUp(reason: string): void {
    this.dispatchEvent(new CloseEvent("close", { code: 4000, reason }));
    // The client has moved on to a new socket; the late events of this one are nobody's.
    this.onclose = null;
    this.onmessage = null;
    this.onerror = null;
    this.close();
  }

  #hear(): void {
    opening.delete(this);
    heardAt = Date.now();
    this.#restart();
  }

  #restart(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.giveUp("NoServerMessage"), SILENCE_LIMIT_MS);
  }

  #end(): void {
    opening.delete(this);
    clearTimeout(this.#silence);
    window.removeEventListener("offline", this.#onOffline);
  }
}
