import { ConvexClient } from "convex/browser";
import { WebSocket } from "ws";
import {
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
  getFunctionName,
} from "convex/server";
import { CookieClient } from "../support/cookie-client.ts";
import { Waits } from "./waits.ts";

/** The interval in milliseconds at which a page checks for a lost host. */
const lookEveryMs = 1000;

/** The part of the client that handles the browser's "online" event. */
type Reconnecting = { webSocketManager: { tryReconnectImmediately: () => void } };

type Answer = { status: number; text: string };

/** A signed-in person with a browser for the HTTP door and a client for the live connection. */
export class Person {
  readonly name: string;
  readonly #url: string;
  readonly #browser: CookieClient;
  readonly #waits: Waits;
  #client: ConvexClient | null = null;
  #looks: NodeJS.Timeout | undefined;
  #token: string | null = null;

  private constructor(name: string, url: string, parts: { browser: CookieClient; waits: Waits }) {
    this.name = name;
    this.#url = url;
    this.#browser = parts.browser;
    this.#waits = parts.waits;
  }

  /** Signs in through the demo provider. */
  static async signIn(name: string, url: string, waits = new Waits()): Promise<Person> {
    const browser = new CookieClient();
    const address = `${url}/api/login?login_hint=${name}@homes.test`;
    await waits.during({ what: `${name} signs in` }, () => browser.navigate(address));
    const person = new Person(name, url, { browser, waits });
    // A client whose line breaks while it waits for its first token opens the next one without any. A page holds back the
    // opening instead.
    await person.token();
    return person;
  }

  /** The client of the live connection, opened on first use. */
  get client(): ConvexClient {
    if (this.#client !== null) return this.#client;
    this.#client = new ConvexClient(this.#url, {
      webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
      unsavedChangesWarning: false,
      logger: false,
    });
    // Without a token the client continues signed out, so the caller's next call fails. The same happens when its
    // tokens are refused.
    this.#client.setAuth(
      async ({ forceRefreshToken }) => await this.token(forceRefreshToken).catch(() => null),
    );
    this.#looks = setInterval(() => void this.#lookForHost(), lookEveryMs).unref();
    return this.#client;
  }

  /** Imitates pages that have lost their connection: on its own, a client waits up to 24 s before it reconnects. */
  async #lookForHost(): Promise<void> {
    if (this.#client === null || this.#isConnected) return;
    const found = await this.#browser.request(this.#url, { method: "HEAD" }).catch(() => null);
    if (found?.ok !== true || this.#isConnected) return;
    // In a browser the event "online" does this.
    (this.#client.client as unknown as Reconnecting).webSocketManager.tryReconnectImmediately();
  }

  get #isConnected(): boolean {
    return this.#client?.client.connectionState().isWebSocketConnected === true;
  }

  async query<Call extends FunctionReference<"query">>(
    call: Call,
    args: FunctionArgs<Call>,
  ): Promise<FunctionReturnType<Call>> {
    return await this.#live(call, () => this.client.query(call, args));
  }

  async mutation<Call extends FunctionReference<"mutation">>(
    call: Call,
    args: FunctionArgs<Call>,
  ): Promise<FunctionReturnType<Call>> {
    return await this.#live(call, () => this.client.mutation(call, args));
  }

  async action<Call extends FunctionReference<"action">>(
    call: Call,
    args: FunctionArgs<Call>,
  ): Promise<FunctionReturnType<Call>> {
    return await this.#live(call, () => this.client.action(call, args));
  }

  /** The current result of this person's subscription. */
  shown<Call extends FunctionReference<"query">>(
    call: Call,
    args: FunctionArgs<Call>,
  ): FunctionReturnType<Call> | undefined {
    return this.client.client.localQueryResult(getFunctionName(call), args);
  }

  async #live<Result>(
    call: FunctionReference<"query" | "mutation" | "action">,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const what = `${this.name}, ${getFunctionName(call)}`;
    return await this.#waits.during({ what, state: () => this.#connection() }, work);
  }

  /** Describes the connection state of the client. */
  #connection(): string {
    const state = this.client.client.connectionState();
    const { isWebSocketConnected: isConnected, connectionRetries, connectionCount } = state;
    return isConnected
      ? `connected for the ${connectionCount}. time`
      : `not connected after ${connectionRetries} tries`;
  }

  /** Returns a token for the live connection; waits for a host that is down. */
  async token(isFresh = false): Promise<string> {
    if (this.#token !== null && !isFresh) return this.#token;
    const { token } = (await this.insist("/api/auth/token")) as { token: string };
    this.#token = token;
    return this.#token;
  }

  /** Sends one request. Returns null if the connection broke before the whole response had arrived. */
  async request(path: string, init: RequestInit = {}): Promise<Answer | null> {
    const what = `${this.name}, ${init.method ?? "GET"} ${path}`;
    const send = async () => {
      const response = await this.#browser.request(new URL(path, this.#url).href, init);
      return { status: response.status, text: await response.text() };
    };
    return await this.#waits.during({ what }, () => send().catch(() => null));
  }

  /** Repeats a request until a response is no failure of the host. */
  async insist(path: string, init: RequestInit = {}): Promise<unknown> {
    let last = "";
    const what = `${this.name}, an answer to ${init.method ?? "GET"} ${path}`;
    return await this.#waits.during({ what, state: () => last }, async (isOver) => {
      for (;;) {
        if (isOver()) throw new Error("Nobody waits any more.");
        const answer = await this.request(path, init);
        last = answer === null ? "the line broke" : `${answer.status} ${answer.text}`;
        if (answer !== null && answer.status < 500) {
          if (answer.status >= 300) throw new Error(`${path}: ${last}`);
          return JSON.parse(answer.text);
        }
        await pause(100);
      }
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#looks);
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
