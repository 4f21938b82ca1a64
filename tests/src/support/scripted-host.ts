import { vi } from "vitest";

export type Message = { type: string; baseVersion?: number; value?: string };

/** The points of a page's way to a signed-in line. */
export type Moment = "opens" | "shows its token" | "is refused" | "has a new token";

const start = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };

/** A host at the other end of a page's `fetch` and `WebSocket`. It lives and dies as the test says, and so do its keys. */
export class ScriptedHost {
  /** The messages of the page, line by line. */
  readonly lines: Message[][] = [];
  tokensAsked = 0;
  /** The number of tokens that it refuses although they are good. */
  refusals = 0;
  isSessionOver = false;
  /** True while a line is open on which its person is signed in. */
  isPageSignedIn = false;
  #isUp = true;
  #starts = 1;
  readonly #sockets = new Set<ScriptedSocket>();
  readonly #next = new Map<Moment, () => void>();

  /** A person's page comes to this host from now on; asks for fake timers. */
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

  /** With new keys: it refuses every token of before. */
  start(): void {
    this.#isUp = true;
    this.#starts += 1;
  }

  die(): void {
    this.#isUp = false;
    this.isPageSignedIn = false;
    for (const socket of this.#sockets) socket.end(1006);
  }

  /** Dies when the page is at that point the next time. */
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
    if (this.isSessionOver) return Promise.resolve(Response.json({}, { status: 401 }));
    const [iat, ofStart] = [1000 + this.tokensAsked, this.#starts];
    const claims = btoa(JSON.stringify({ iat, exp: iat + 600, userId: "ana", ofStart }));
    this.#reach("has a new token");
    return Promise.resolve(Response.json({ token: `e30.${claims}.mark` }));
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

/** One end of a line that is in this process whole. */
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
    // Of the client's own measurements.
    if (message.type === "Event" || this.readyState !== 1) return;
    this.heard.push(message);
    this.#hear(message, this);
  }

  close(): void {
    this.end(1000);
  }

  /** Says something to the page, and does the rest when the page has heard it. */
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
