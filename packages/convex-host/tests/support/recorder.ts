import { ConvexHttpClient, type ConvexClient } from "convex/browser";
import { WebSocket } from "ws";
import { app } from "./fixture-api.ts";
import type { Change, History, Reading, Registers, View } from "./history.ts";

type Answer = { ts: bigint; reads: Registers; writes: Registers };

/**
 * Records the actions and observations of clients of the fixture's registers, from their promises and from the wire.
 */
export class Recorder {
  readonly #changes: Change[] = [];
  readonly #views: View[] = [];
  readonly #readings: Reading[] = [];
  readonly #answers = new Map<string, Answer>();
  readonly #lastTs = new Map<string, bigint>();
  #events = 0;

  get history(): History {
    return { changes: this.#changes, views: this.#views, readings: this.#readings };
  }

  /** Returns a WebSocket class for a client of this name that records the client's messages. */
  socketOf(client: string): typeof globalThis.WebSocket {
    const hear: Hear = {
      answered: (token, answer) => this.#answered(token, answer),
      moved: (ts, shown) => this.#moved(client, ts, shown),
    };
    const Socket = class extends RecordingSocket {
      constructor(address: string | URL) {
        super(address, hear);
      }
    };
    return Socket as unknown as typeof globalThis.WebSocket;
  }

  /** Subscribes and records every result of the subscription. */
  watch({ name, client }: { name: string; client: ConvexClient }, registers: string[]): void {
    client.onUpdate(app.readRegisters, { names: registers }, (shows) => {
      // The callback runs while a Transition is processed, so the timestamp is that of the last one.
      this.#views.push({ client: name, at: this.#next(), ts: this.#lastTs.get(name)!, shows });
    });
  }

  /** Runs one mutation and records the times of its call and its answer. */
  async change(
    { name, client }: { name: string; client: ConvexClient },
    args: { token: string; reads: string[]; writes: string[] },
  ): Promise<void> {
    const calledAt = this.#next();
    await client.mutation(app.changeRegisters, args);
    const answeredAt = this.#next();
    const answer = this.#answers.get(args.token)!;
    this.#changes.push({ name: args.token, client: name, calledAt, answeredAt, ...answer });
  }

  /** Runs one query over HTTP and records the answer. */
  async read(url: string, registers: string[]): Promise<void> {
    const calledAt = this.#next();
    const client = new ConvexHttpClient(url, { logger: false });
    const shows = await client.query(app.readRegisters, { names: registers });
    this.#readings.push({ calledAt, shows });
  }

  #next(): number {
    this.#events += 1;
    return this.#events;
  }

  #answered(token: string, answer: Answer): void {
    const known = this.#answers.get(token);
    if (known !== undefined && show(known) !== show(answer))
      throw new Error(`${token} was answered twice, differently: ${show(known)}, ${show(answer)}`);
    this.#answers.set(token, answer);
  }

  #moved(client: string, ts: bigint, shown: Registers[]): void {
    this.#lastTs.set(client, ts);
    const at = this.#next();
    // All watched queries are recorded, changed or not, because all of them claim the state of this timestamp.
    for (const shows of shown) this.#views.push({ client, at, ts, shows });
  }
}

type Hear = {
  answered: (token: string, answer: Answer) => void;
  moved: (ts: bigint, shown: Registers[]) => void;
};

class RecordingSocket extends WebSocket {
  readonly #hear: Hear;
  readonly #tokens = new Map<number, string>();
  readonly #shown = new Map<number, Registers>();

  constructor(address: string | URL, hear: Hear) {
    super(address);
    this.#hear = hear;
    this.on("message", (data) => this.#receive(JSON.parse((data as Buffer).toString()) as Said));
  }

  override send(data: string): void {
    const message = JSON.parse(data) as Sent;
    if (message.type === "Mutation") this.#tokens.set(message.requestId, message.args[0].token);
    super.send(data);
  }

  #receive(message: Said): void {
    if (message.type === "MutationResponse") {
      if (!message.success) throw new Error(`A mutation failed: ${JSON.stringify(message)}`);
      const token = this.#tokens.get(message.requestId);
      if (token === undefined) throw new Error("An answer to nothing came.");
      this.#hear.answered(token, { ts: decode(message.ts), ...message.result });
    }
    if (message.type !== "Transition") return;
    for (const { type, queryId, value } of message.modifications) {
      if (type === "QueryFailed") throw new Error("A query failed.");
      if (value === undefined) this.#shown.delete(queryId);
      else this.#shown.set(queryId, value);
    }
    this.#hear.moved(decode(message.endVersion.ts), [...this.#shown.values()]);
  }
}

type Sent = { type: string; requestId: number; args: [{ token: string }] };
type Said =
  | {
      type: "MutationResponse";
      success: boolean;
      requestId: number;
      ts: string;
      result: { reads: Registers; writes: Registers };
    }
  | {
      type: "Transition";
      endVersion: { ts: string };
      modifications: { type: string; queryId: number; value?: Registers }[];
    }
  | { type: "Ping" };

function decode(ts: string): bigint {
  return Buffer.from(ts, "base64").readBigUInt64LE();
}

function show({ ts, ...rest }: Answer): string {
  return `${ts} ${JSON.stringify(rest)}`;
}
