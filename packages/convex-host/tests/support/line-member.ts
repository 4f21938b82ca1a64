import { WebSocket } from "ws";
import { addedText, type Asked } from "./asked-queries.ts";
import type { Told, Who } from "./live-crowd.ts";
import { type Shown, shownChange } from "./shown-answers.ts";

type Says = {
  type: string;
  endVersion: { identity: number; ts: string };
  modifications: (Shown & { queryId: number })[];
};

export type LineOptions = {
  url: string;
  /** Compression is offered, as all browsers do. */
  mayCompress: boolean;
  tokenOf: (who: string) => string;
  onShown: (told: Told) => void;
};

/**
 * A member of a crowd over a real socket: it asks, changes its identity, loses its connection and reconnects. It keeps
 * the last answer to each question.
 */
export class LineMember {
  who: Who;
  readonly asked = new Map<number, Asked>();
  readonly shown = new Map<number, Shown>();
  /** The reason for which the host closed the connection, or null. */
  ended: string | null = null;
  readonly #options: LineOptions;
  #socket!: WebSocket;
  #whoByVersion: Who[] = [];
  #querySet = 0;
  #lastQuery = 0;

  constructor(who: Who, questions: readonly Asked[], options: LineOptions) {
    this.who = who;
    this.#options = options;
    for (const question of questions) this.asked.set(++this.#lastQuery, question);
  }

  /** Opens a socket and asks all questions on it. */
  async connect(): Promise<void> {
    const { url, mayCompress } = this.#options;
    const address = `${url.replace(/^http/, "ws")}/api/1.48.0/sync`;
    const socket = new WebSocket(address, { perMessageDeflate: mayCompress });
    this.#socket = socket;
    this.shown.clear();
    [this.#whoByVersion, this.#querySet] = [[null], 0];
    socket.on("message", (data) => {
      // Late messages of an earlier socket are dropped.
      if (this.#socket === socket) this.#hear((data as Buffer).toString());
    });
    socket.on("close", (code, reason) => {
      if (this.#socket === socket) this.ended = `${code} ${reason.toString()}`;
    });
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    this.#say({ type: "Connect", sessionId: crypto.randomUUID(), connectionCount: 0 });
    if (this.who !== null) this.become(this.who);
    this.#modify([...this.asked]);
  }

  /** Drops the connection without a close frame and opens another one. */
  async reconnect(): Promise<void> {
    const before = this.#socket;
    const next = this.connect();
    before.terminate();
    await next;
  }

  end(): void {
    this.#socket.removeAllListeners("close");
    this.#socket.terminate();
  }

  /** Stops reading until `readOn`. */
  pause(): void {
    this.#socket.pause();
  }

  readOn(): void {
    this.#socket.resume();
  }

  become(who: Who): void {
    this.who = who;
    const baseVersion = this.#whoByVersion.length - 1;
    this.#whoByVersion.push(who);
    const token = who === null ? {} : { value: this.#options.tokenOf(who) };
    const tokenType = who === null ? "None" : "User";
    this.#say({ type: "Authenticate", baseVersion, tokenType, ...token });
  }

  ask(asked: Asked): void {
    this.#lastQuery += 1;
    this.asked.set(this.#lastQuery, asked);
    this.#modify([[this.#lastQuery, asked]]);
  }

  /** Stops watching the oldest question. */
  leave(): void {
    const [queryId] = this.asked.keys();
    if (queryId === undefined) return;
    this.asked.delete(queryId);
    this.shown.delete(queryId);
    const modifications = [{ type: "Remove", queryId }];
    this.#say({ ...this.#nextQuerySet(), type: "ModifyQuerySet", modifications });
  }

  #modify(added: [number, Asked][]): void {
    // The answers are compared with calls over HTTP, which have no journal.
    const asked = added.map(([id, one]) => [id, { ...one, journal: null }] as [number, Asked]);
    this.#socket.send(addedText(asked, this.#nextQuerySet()));
  }

  #nextQuerySet() {
    this.#querySet += 1;
    return { baseVersion: this.#querySet - 1, newVersion: this.#querySet };
  }

  #say(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  #hear(text: string): void {
    const message = JSON.parse(text) as Says;
    if (message.type === "Ping") return;
    if (message.type !== "Transition") throw new Error(text);
    const { identity, ts } = message.endVersion;
    const who = this.#whoByVersion[identity] ?? null;
    for (const change of message.modifications) {
      const asked = this.asked.get(change.queryId);
      if (asked === undefined || change.type === "QueryRemoved") continue;
      const shown = shownChange(change);
      this.shown.set(change.queryId, shown);
      const at = Buffer.from(ts, "base64").readBigUInt64LE();
      this.#options.onShown({ who, asked, shown, ts: at });
    }
  }
}
