/** The server says something at least every 15 s; 3.5 s more allow for a slow network. */
export const SILENCE_LIMIT_MS = 18_500;

let heardAt = Date.now();

/** The moment in ms at which the server was heard last. */
export function lastHeardAt(): number {
  return heardAt;
}

/**
 * A WebSocket that reports itself closed when the server has been silent for too long, and when the browser says that
 * there is no network. A dead link (a cable pulled, a laptop asleep) closes nothing by itself for a minute or more.
 */
export class WatchfulWebSocket extends WebSocket {
  #silence: ReturnType<typeof setTimeout> | undefined;
  readonly #onOffline = () => this.#giveUp("Offline");

  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols);
    this.addEventListener("open", () => this.#hear());
    this.addEventListener("message", () => this.#hear());
    this.addEventListener("close", () => this.#end());
    window.addEventListener("offline", this.#onOffline);
    this.#restart();
  }

  #hear(): void {
    heardAt = Date.now();
    this.#restart();
  }

  #restart(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#giveUp("NoServerMessage"), SILENCE_LIMIT_MS);
  }

  #end(): void {
    clearTimeout(this.#silence);
    window.removeEventListener("offline", this.#onOffline);
  }

  #giveUp(reason: string): void {
    this.dispatchEvent(new CloseEvent("close", { code: 4000, reason }));
    // The client has moved on to a new socket; the late events of this one are nobody's.
    this.onclose = null;
    this.onmessage = null;
    this.onerror = null;
    this.close();
  }
}
