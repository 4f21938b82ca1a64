/**
 * The silence in ms after which a connection counts as dead. The server sends a message at least every 15 s; 3.5 s more
 * allow for a slow network.
 */
export const SILENCE_LIMIT_MS = 18_500;

let heardAt = Date.now();

/** The sockets that are still opening, each with the time in ms at which it began. */
const opening = new Map<WatchfulWebSocket, number>();

/** The time in ms at which the server was last heard. */
export function lastHeardAt(): number {
  return heardAt;
}

/** A promise that sockets wait for before they report that they are open. */
let held: Promise<void> | null = null;

/**
 * Delays the "open" event of every socket until a promise settles. The client pauses a socket while it gets its first
 * token, but forgets the pause when there is no socket at that moment or when the socket fails: the next socket would
 * send unauthenticated requests.
 */
export function holdOpening(until: Promise<unknown>): void {
  const release = async () => {
    await until.catch(() => undefined);
    // The client must take the token first.
    await new Promise((resolve) => setTimeout(resolve));
    if (held === hold) held = null;
  };
  const hold = release();
  held = hold;
}

/** Closes the sockets that have been opening for longer than `ms`: their packets are lost on a dead link. */
export function giveUpOpening(ms: number): void {
  for (const [socket, since] of opening) if (Date.now() - since > ms) socket.giveUp("StuckOpening");
}

/**
 * A WebSocket that reports itself closed when the server is silent for too long, and when the browser reports that
 * there is no network. A dead link (a pulled cable, a sleeping laptop) closes nothing by itself for a minute or more.
 */
export class WatchfulWebSocket extends WebSocket {
  #silence: ReturnType<typeof setTimeout> | undefined;
  #isAnnounced = false;
  readonly #onOffline = () => this.giveUp("Offline");

  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols);
    this.addEventListener("open", (event) => this.#open(event));
    this.addEventListener("message", () => this.#hear());
    this.addEventListener("close", () => this.#end());
    window.addEventListener("offline", this.#onOffline);
    opening.set(this, Date.now());
    this.#restart();
  }

  /** Reports itself closed at once; the client then opens a new socket. */
  giveUp(reason: string): void {
    this.dispatchEvent(new CloseEvent("close", { code: 4000, reason }));
    // The client has moved on to a new socket, so late events of this one have no receiver.
    this.onclose = null;
    this.onmessage = null;
    this.onerror = null;
    this.close();
  }

  /** Returns this socket to a client that may receive it already open: the "open" event is dispatched once more. */
  announced(): this {
    if (this.readyState === this.OPEN) setTimeout(() => this.#reportOpen());
    return this;
  }

  #reportOpen(): void {
    if (this.readyState === this.OPEN) this.dispatchEvent(new Event("open"));
  }

  #open(event: Event): void {
    this.#hear();
    if (held === null) {
      // The client throws on a second "open" event.
      if (this.#isAnnounced) event.stopImmediatePropagation();
      this.#isAnnounced ||= this.onopen !== null;
      return;
    }
    event.stopImmediatePropagation();
    void held.then(() => this.#reportOpen());
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
