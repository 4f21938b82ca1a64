import { vi } from "vitest";
import { ofServer } from "./of-server.ts";

export type Message = { type: string; baseVersion?: number; value?: string };

/** The stages of a page's sign-in over a connection. */
export type Moment = "opens" | "shows its token" | "is refused" | "has a new token";

const start = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };

/** A fake host behind a page's `fetch` and `WebSocket`. The test starts and kills it, and each start has new keys. */
export class ScriptedHost {
  /** The messages of the page, line by line. */
  readonly lines: Message[][] = [];
  tokensAsked = 0;
  /** The number of valid tokens that the host has refused. */
  refusals = 0;
  isSessionOver = false;
  /** True while a connection is open on which the person is signed in. */
  isPageSignedIn = false;
  #isUp = true;
  #starts = 1;
  readonly #sockets = new Set<ScriptedSocket>();
  readonly #next = new Map<Moment, () => void>();

  /** Connects the page to this host from now on; needs fake timers. */
  install(): void {
    const open = (socket: ScriptedSocket) => this.#open(socket);
    vi.stubGlobal(
      "WebSocket",
      class extends ScriptedSocket {
        constructor() {
          super((message, socket) => hear(message, socket));
          open(this);
        }
      },
    );
    const hear = (message: Message, socket: ScriptedSocket) => this.#hear(message, socket);
    vi.stubGlobal("fetch", (address: string) => this.#answer(address));
  }

  /** Starts with new keys, and so refuses every earlier token. */
  start(): void {
    this.#isUp = true;
    this.#starts += 1;
  }

  die(): void {
    this.#isUp = false;
    this.isPageSignedIn = false;
    for (const socket of this.#sockets) socket.end(1006);
  }

  /** Dies the next time the page reaches that stage. */
  dieWhenPage(moment: Moment, then: () => void): void {
    this.#next.set(moment, () => {
      this.die();
      then();
    });
  }

  #reach(moment: Moment): void {
    const act = this.#next.get(moment);
    this.#next.delete(moment);
    act?.();
  }

  #answer(address: string): Promise<Response> {
    const isToken = address.includes("/token");
    if (isToken) this.tokensAsked += 1;
    if (!this.#isUp) return Promise.reject(new TypeError("Failed to fetch"));
    if (!isToken) return Promise.resolve(new Response());
    if (this.isSessionOver) return Promise.resolve(ofServer(Response.json({}, { status: 401 })));
    const [iat, ofStart] = [1000 + this.tokensAsked, this.#starts];
    const claims = btoa(JSON.stringify({ iat, exp: iat + 600, userId: "ana", ofStart }));
    this.#reach("has a new token");
    return Promise.resolve(ofServer(Response.json({ token: `e30.${claims}.mark` })));
  }

  #open(socket: ScriptedSocket): void {
    this.#sockets.add(socket);
    socket.addEventListener("close", () => this.#sockets.delete(socket));
    setTimeout(() => {
      if (!this.#isUp) return socket.end(1006);
      this.lines.push(socket.heard);
      socket.open();
      this.#reach("opens");
    });
  }

  #hear({ type, value = "" }: Message, socket: ScriptedSocket): void {
    if (type !== "Authenticate" || !this.#isUp) return;
    this.#reach("shows its token");
    if (!this.#isUp) return;
    const isGood = ofStart(value) === this.#starts;
    if (isGood && this.refusals === 0) {
      this.isPageSignedIn = true;
      const end = { ...start, identity: 1, ts: "AQAAAAAAAAA=" };
      socket.say({ type: "Transition", startVersion: start, endVersion: end, modifications: [] });
    } else {
      if (isGood) this.refusals -= 1;
      const refusal = { type: "AuthError", error: "Refused", baseVersion: 0 };
      socket.say({ ...refusal, authUpdateAttempted: true }, () => this.#reach("is refused"));
      setTimeout(() => socket.end(1000));
    }
  }
}

function ofStart(token: string): number {
  return (JSON.parse(atob(token.split(".")[1] ?? "")) as { ofStart: number }).ofStart;
}

/** The page's end of a connection within this process. */
class ScriptedSocket extends EventTarget {
  static readonly OPEN = 1;
  readonly OPEN = 1;
  readyState = 0;
  readonly heard: Message[] = [];
  readonly #hear: (message: Message, socket: ScriptedSocket) => void;

  constructor(hear: (message: Message, socket: ScriptedSocket) => void) {
    super();
    this.#hear = hear;
  }

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  send(text: string): void {
    const message = JSON.parse(text) as Message;
    // Events are the client's own measurements.
    if (message.type === "Event" || this.readyState !== 1) return;
    this.heard.push(message);
    this.#hear(message, this);
  }

  close(): void {
    this.end(1000);
  }

  /** Sends a message to the page, then calls `then` once the page has received it. */
  say(message: object, then: () => void = () => undefined): void {
    const event = new MessageEvent("message", { data: JSON.stringify(message) });
    setTimeout(() => {
      if (this.readyState !== 1) return;
      this.dispatchEvent(event);
      then();
    });
  }

  end(code: number): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent("close", { code }));
  }
}
