/** The server says something at least every 15 s; 3.5 s more allow for a slow network. */
export const SILENCE_LIMIT_MS = 18_500;

/**
 * A WebSocket that reports itself closed when the server has been silent for too long. A dead link
 * (a cable pulled, a laptop asleep) closes nothing by itself for a minute or more.
 */
export class WatchfulWebSocket extends WebSocket {
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols);
    this.addEventListener("open", () => this.#restart());
    this.addEventListener("message", () => this.#restart());
    this.addEventListener("close", () => clearTimeout(this.#silence));
    this.#restart();
  }

  #restart(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#giveUp(), SILENCE_LIMIT_MS);
  }

  #giveUp(): void {
    this.dispatchEvent(new CloseEvent("close", { code: 4000, reason: "NoServerMessage" }));
    // The client has moved on to a new socket; the late events of this one are nobody's.
    this.onclose = null;
    this.onmessage = null;
    this.onerror = null;
    this.close();
  }
}
