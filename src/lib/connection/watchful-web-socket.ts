/** The server says something at least every 15 s; 3.5 s more allow for a slow network. */
export const SILENCE_LIMIT_MS = 18_500;

let heardAt = Date.now();

/** The sockets that are not open yet, and since when. */
const opening = new Map<WatchfulWebSocket, number>();

/** The moment in ms at which the server was heard last. */
export function lastHeardAt(): number {
  return heardAt;
}

/** Sockets wait for this before they report themselves open. */
let held: Promise<void> | null = null;

/**
 * Lets no socket report itself open before this is settled. The client pauses a socket while it gets its first token, but
 * forgets that when there is no socket at that moment or when it fails: the next one would ask and send for nobody.
 */
export function holdOpening(until: Promise<unknown>): void {
  const release = async () => {
    await until.catch(() => undefined);
    // The client takes the token first.
    await new Promise((resolve) => setTimeout(resolve));
    if (held === hold) held = null;
  };
  const hold = release();
  held = hold;
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

  /** Reports itself closed at once; the client goes on with a new socket. */
  giveUp(reason: string): void {
    this.dispatchEvent(new CloseEvent("close", { code: 4000, reason }));
    // The client has moved on to a new socket; the late events of this one are nobody's.
    this.onclose = null;
    this.onmessage = null;
    this.onerror = null;
    this.close();
  }

  /** The same, for a client that takes it when it may be open already: it reports itself open once more. */
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
      // A client throws when it hears it twice.
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
