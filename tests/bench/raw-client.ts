import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";

type Waiting = {
  wanted: (text: string) => boolean;
  resolve: () => void;
  reject: (error: unknown) => void;
};

/** A socket that parses as little as possible, so that the benchmark measures the server. */
export class RawSocket {
  readonly #socket: WebSocket;
  #waiting: Waiting[] = [];
  #failure: Error | null = null;

  protected constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => this.#receive((data as Buffer).toString("utf8")));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", (code, reason) =>
      this.#fail(new Error(`The line ended: ${code} ${reason.toString()}`)),
    );
  }

  protected static async connect(url: string, isCompressed = false): Promise<WebSocket> {
    const socket = new WebSocket(url, { perMessageDeflate: isCompressed });
    await new Promise((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    return socket;
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  /**
   * Resolves when a message arrives that `wanted` accepts; rejects when `wanted` throws or the server closes the
   * connection.
   */
  next(wanted: (text: string) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) reject(this.#failure);
      else this.#waiting.push({ wanted, resolve, reject });
    });
  }

  /** Passes every further message to the listener. */
  hear(listener: (text: string) => void): void {
    const wanted = (text: string) => {
      listener(text);
      return false;
    };
    this.#waiting.push({ wanted, resolve: () => undefined, reject: () => undefined });
  }

  close(): void {
    this.#waiting = [];
    this.#socket.terminate();
  }

  #receive(text: string): void {
    if (text.includes('"FatalError"') || text.includes('"AuthError"'))
      return this.#fail(new Error(text));
    this.#waiting = this.#waiting.filter(({ wanted, resolve, reject }) => {
      try {
        if (!wanted(text)) return true;
        resolve();
      } catch (error) {
        reject(error);
      }
      return false;
    });
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting) reject(this.#failure);
    this.#waiting = [];
  }
}

/** One tab of the workspace, speaking the sync protocol. */
export class TabClient extends RawSocket {
  #requestId = 0;
  #identity = 0;
  #querySet = 0;
  #queryId = 0;

  /** With `isCompressed`, large messages arrive compressed, as in browsers. */
  static async open(url: string, token: string, { isCompressed = false } = {}): Promise<TabClient> {
    const address = `${url.replace("http", "ws")}/api/1.48.0/sync`;
    const client = new TabClient(await RawSocket.connect(address, isCompressed));
    client.send(
      JSON.stringify({
        type: "Connect",
        sessionId: randomUUID(),
        connectionCount: 0,
        lastCloseReason: "InitialConnect",
        clientTs: Date.now(),
      }),
    );
    client.authenticate(token);
    return client;
  }

  /** Sends an identity: the first token, or a newer one. */
  authenticate(value: string): void {
    const baseVersion = this.#identity++;
    this.send(JSON.stringify({ type: "Authenticate", tokenType: "User", value, baseVersion }));
  }

  /** Subscribes to a query and resolves with the subscription's number after the first result. */
  async watch(udfPath: string, args: object): Promise<number> {
    const queryId = this.#queryId++;
    const first = this.next((text) => {
      if (text.includes(`"QueryFailed","queryId":${queryId},`)) throw new Error(text);
      return text.includes(`"queryId":${queryId},`);
    });
    this.#modify([{ type: "Add", queryId, udfPath, args: [args] }]);
    await first;
    return queryId;
  }

  /** Ends subscriptions by their query ids. */
  leave(queryIds: readonly number[]): void {
    if (queryIds.length > 0) this.#modify(queryIds.map((queryId) => ({ type: "Remove", queryId })));
  }

  #modify(modifications: readonly object[]): void {
    const [baseVersion, newVersion] = [this.#querySet, ++this.#querySet];
    this.send(JSON.stringify({ type: "ModifyQuerySet", baseVersion, newVersion, modifications }));
  }

  /** Sends a mutation; resolves when it is acknowledged (durable). */
  async mutate(udfPath: string, args: object): Promise<void> {
    const requestId = this.#requestId++;
    const acknowledged = this.next((text) => {
      if (!text.includes('"MutationResponse"') || !text.includes(`"requestId":${requestId},`)) {
        return false;
      }
      if (!text.includes('"success":true')) throw new Error(text);
      return true;
    });
    this.send(JSON.stringify({ type: "Mutation", requestId, udfPath, args: [args] }));
    await acknowledged;
  }
}

/** A client of the floor server. */
export class FloorClient extends RawSocket {
  #id = 0;

  static async open(port: number): Promise<FloorClient> {
    return new FloorClient(await RawSocket.connect(`ws://127.0.0.1:${port}`));
  }

  async subscribe(): Promise<void> {
    const first = this.next(() => true);
    this.send("S");
    await first;
  }

  async write(marker: string): Promise<void> {
    const id = this.#id++;
    const acknowledged = this.next((text) => text === `A${id}`);
    this.send(`W${id} ${marker}`);
    await acknowledged;
  }
}
