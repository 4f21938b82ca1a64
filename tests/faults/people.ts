import { ConvexClient } from "convex/browser";
import { WebSocket } from "ws";
import { CookieClient } from "../support/cookie-client.ts";

// A deletion answers when all is gone; one that a kill broke off goes on after half a minute.
const patienceMs = 120_000;

type Answer = { status: number; text: string };

/** Somebody who is signed in, with a browser for the HTTP door and a client for the live one. */
export class Person {
  readonly name: string;
  readonly #url: string;
  readonly #browser: CookieClient;
  #client: ConvexClient | null = null;
  #token: string | null = null;

  private constructor(name: string, url: string, browser: CookieClient) {
    this.name = name;
    this.#url = url;
    this.#browser = browser;
  }

  /** Signs in through the demo provider. */
  static async signIn(name: string, url: string): Promise<Person> {
    const browser = new CookieClient();
    await browser.navigate(`${url}/api/login?login_hint=${name}@homes.test`);
    return new Person(name, url, browser);
  }

  /** The live client; opened by the first who asks. */
  get client(): ConvexClient {
    if (this.#client !== null) return this.#client;
    this.#client = new ConvexClient(this.#url, {
      webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
      unsavedChangesWarning: false,
      logger: false,
    });
    this.#client.setAuth(({ forceRefreshToken }) => this.token(forceRefreshToken));
    return this.#client;
  }

  /** A token for the live door; waits for a host that is down. */
  async token(isFresh = false): Promise<string> {
    if (this.#token !== null && !isFresh) return this.#token;
    const { token } = (await this.insist("/api/auth/token")) as { token: string };
    this.#token = token;
    return this.#token;
  }

  /** One request; null when the line broke before all of the answer was there. Silence for long is a failure. */
  async request(path: string, init: RequestInit = {}): Promise<Answer | null> {
    const signal = AbortSignal.timeout(patienceMs);
    try {
      const response = await this.#browser.request(this.#url + path, { ...init, signal });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      if (signal.aborted) throw new Error(`${path} was not answered.`, { cause: error });
      return null;
    }
  }

  /** The same request until there is an answer that is no failure of the host's. */
  async insist(path: string, init: RequestInit = {}): Promise<unknown> {
    for (;;) {
      const answer = await this.request(path, init);
      if (answer !== null && answer.status < 500) {
        if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
        return JSON.parse(answer.text);
      }
      await pause(100);
    }
  }

  async close(): Promise<void> {
    await this.#client?.close();
  }
}

/** A request with a JSON body. */
export function json(method: string, body: object): RequestInit {
  return { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
