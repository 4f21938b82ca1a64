import type { IncomingMessage } from "node:http";
import type { Writable } from "node:stream";
import { type BodyMessage, OutgoingBody } from "../../wire/body-stream.ts";
import type { ResponseHead } from "../../wire/commands.ts";
import type { HttpCall } from "../keeper/function-thread.ts";
import { ThreadFailure } from "../keeper/pending-calls.ts";
import { callerOrAnonymous } from "./authorization.ts";
import { limitBody } from "./body.ts";
import { bodyFor, bytesOfCompression, isText, tellForms } from "./compressed-body.ts";
import type { Exchange, HttpServices, RouteHandler } from "./exchange.ts";
import { headOf, setHead } from "./message-heads.ts";
import { bringsFile, requireFreeDisk } from "./free-disk.ts";
import { readOn } from "./read-on.ts";
import { declaredBytes, roomFor, type TakenRoom } from "./room-for-body.ts";
import { type Caller, keyHolder } from "../sync/caller-check.ts";
import { openUnread } from "./unread-answers.ts";
import type { UnreadShare } from "../bounds/unread-room.ts";

/** The bytes of a body that are passed on before the action reads any of it. */
const mostUnread = 512 * 1024;

/** Answers with the app's own router. Resolves to false, with nothing sent, when no route matches the request. */
export async function answerWithApp(services: HttpServices, exchange: Exchange): Promise<boolean> {
  const { caller, fault } = await callerOrAnonymous(services, exchange);
  if (bringsFile(exchange.request)) await requireFreeDisk(services);
  await services.senders.recognize(services, exchange);
  return await services.turns.runUntilOver(exchange, caller, () =>
    exchangeWithThread(services, exchange, { caller, fault, isForAdmin: false }),
  );
}

/** Answers from the function thread, which alone can read the data. The admin key was checked before. */
export const answerFromThread: RouteHandler = async (services, exchange) => {
  const asking = { caller: keyHolder, fault: null, isForAdmin: true };
  await exchangeWithThread(services, exchange, asking).result;
};

type Asking = { caller: Caller; fault: string | null; isForAdmin: boolean };

/** `result` is false when no route matched; `over` resolves when the function thread is done with the action. */
function exchangeWithThread(services: HttpServices, exchange: Exchange, asking: Asking) {
  let leave: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (leave = resolve));
  const result = new Promise<boolean>((resolve, reject) => {
    try {
      new AppExchange(services, exchange, { settle: { resolve, reject }, leave, asking }).start();
    } catch (error) {
      leave();
      throw error;
    }
  });
  return { result, over };
}

type Settle = { resolve: (hadRoute: boolean) => void; reject: (error: unknown) => void };

/**
 * One HTTP action. Its request body goes to the function thread and its response comes back, both at the reader's pace.
 */
class AppExchange {
  readonly #services: HttpServices;
  readonly #exchange: Exchange;
  readonly #settle: Settle;
  readonly #leave: () => void;
  readonly #hasBody: boolean;
  readonly #answer: HttpCall;
  #outgoing: OutgoingBody | null = null;
  #head: ResponseHead | null = null;
  /** The stream for the body of the answer; null until it is known. */
  #body: Writable | null = null;
  readonly #asking: Asking;
  /** The bytes of the answer that came from the action and that the client has not taken. */
  readonly #unread: UnreadShare;
  /** Ends a body that arrives too slowly while others wait for its room. */
  readonly #cutter = new AbortController();
  /** Resolves once the action reads its body, or is over. */
  readonly #isRead: Promise<void>;
  #read: () => void = () => undefined;
  #isOver = false;
  #writes = Promise.resolve();

  constructor(
    services: HttpServices,
    exchange: Exchange,
    { settle, leave, asking }: { settle: Settle; leave: () => void; asking: Asking },
  ) {
    this.#services = services;
    this.#exchange = exchange;
    this.#settle = settle;
    this.#leave = leave;
    this.#asking = asking;
    this.#isRead = new Promise((resolve) => (this.#read = resolve));
    this.#cutter.signal.addEventListener("abort", () => this.#fail(this.#cutter.signal.reason));
    const { caller, fault, isForAdmin } = asking;
    this.#unread = openUnread(services, exchange, caller);
    const metadata = {
      ...services.turns.metadataOf(exchange, caller),
      ...(fault !== null && { identityFault: fault }),
    };
    const request = headOf(exchange);
    this.#hasBody = request.hasBody;
    this.#answer = services.thread.http(
      { request, metadata, isForAdmin, identity: caller.identity },
      { body: (message) => this.#onBody(message), gone: () => this.#fail(interrupted()) },
    );
  }

  start(): void {
    const { request, response } = this.#exchange;
    const { head } = this.#answer;
    head.then(
      (known) => this.#onHead(known),
      (error: unknown) => this.#fail(error),
    );
    // The action keeps its turn until its answer, even when the client is gone.
    head.then(this.#leave, this.#leave);
    response.on("close", () => this.#onClose());
    if (this.#hasBody) void this.#pump(request);
  }

  /** Ends the exchange when the client is gone. */
  #onClose(): void {
    if (this.#isOver) return;
    this.#send({ type: "body-abort", call: this.#answer.call });
    this.#end();
    this.#settle.resolve(true);
  }

  async #pump(request: IncomingMessage): Promise<void> {
    const { limits, thread } = this.#services;
    this.#outgoing = new OutgoingBody(this.#answer.call, (message, transfer) =>
      thread.sendBody(message, transfer),
    );
    try {
      await this.#outgoing.pump(this.#pieces(request));
    } catch (error) {
      // A refusal reads the rest of the body by itself, for longer.
      if (!this.#isOver) return this.#fail(error);
    }
    // The unread rest of the body must not stand in the way of the next request of this connection.
    if (!request.complete) readOn(request, { bytes: limits.actionBodyBytes, ms: limits.uploadMs });
  }

  /**
   * The pieces of the body. The action keeps what it reads, so the pieces take room before they are read (SPEC B20).
   */
  async *#pieces(request: IncomingMessage): AsyncGenerator<Buffer> {
    const { limits } = this.#services;
    const { signal } = this.#cutter;
    const bounds = { bytes: limits.actionBodyBytes, ms: limits.uploadMs, signal };
    let room: TakenRoom | null = null;
    let bytes = 0;
    for await (const piece of limitBody(request, bounds)) {
      bytes += piece.length;
      if (room === null && bytes > mostUnread) {
        // No room is taken for a body that the action refuses unread.
        await this.#isRead;
        if (this.#isOver) return;
        room = await this.#takeRoom();
      }
      yield piece;
    }
    room?.arrived();
  }

  async #takeRoom(): Promise<TakenRoom> {
    const { limits, turns, actionBodyRoom } = this.#services;
    const { name } = turns.nameOf(this.#exchange, this.#asking.caller);
    const bytes = declaredBytes(this.#exchange, limits.actionBodyBytes);
    const asked = { room: actionBodyRoom, name, bytes, ms: limits.bodyMs, cutter: this.#cutter };
    return await roomFor(this.#exchange, asked);
  }

  #onHead(head: ResponseHead | null): void {
    if (this.#isOver) return;
    if (head === null) {
      this.#end();
      return this.#settle.resolve(false);
    }
    const { response } = this.#exchange;
    this.#head = head;
    const isSent = head.hasBody && response.req.method !== "HEAD";
    if (isSent && isText(head)) return;
    this.#setHead(head);
    this.#body = response;
    if (isSent) return response.flushHeaders();
    if (head.hasBody) this.#send({ type: "body-abort", call: this.#answer.call });
    this.#finish();
  }

  #setHead(head: ResponseHead): void {
    const { response } = this.#exchange;
    setHead(response, head);
    if (isText(head)) tellForms(response);
  }

  #onBody(message: BodyMessage): void {
    if (this.#isOver) return;
    switch (message.type) {
      case "body":
        this.#unread.count(message.chunk.length);
        this.#writes = this.#writes.then(() => this.#write(message.chunk));
        return;
      case "body-end":
        this.#writes = this.#writes.then(() => this.#finish());
        return;
      case "body-credit":
        this.#read();
        return this.#outgoing?.credit();
      case "body-abort":
        return this.#onAbort();
    }
  }

  /**
   * Handles an abort by the action. Before the head, it wants no more of the request; after it, the response broke off.
   */
  #onAbort(): void {
    if (this.#head !== null) this.#fail(interrupted());
    else this.#outgoing?.abort();
  }

  async #write(chunk: Uint8Array): Promise<void> {
    if (this.#isOver) return;
    const body = (this.#body ??= this.#beginText(chunk.length));
    if (!body.write(chunk)) await drained(body);
    this.#unread.count(-chunk.length);
    this.#send({ type: "body-credit", call: this.#answer.call });
  }

  /** Sends the head of a text with its first piece: a text that fails before is answered as a failure. */
  #beginText(firstBytes: number): Writable {
    const { response } = this.#exchange;
    if (this.#head !== null) this.#setHead(this.#head);
    const body = bodyFor(response, firstBytes);
    if (body !== response) this.#unread.count(bytesOfCompression);
    return body;
  }

  #send(message: BodyMessage): void {
    this.#services.thread.sendBody(message);
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#end();
    (this.#body ?? this.#beginText(0)).end();
    this.#settle.resolve(true);
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#end();
    this.#send({ type: "body-abort", call: this.#answer.call });
    const { response } = this.#exchange;
    if (this.#body === null) return this.#settle.reject(error);
    response.destroy();
    this.#settle.resolve(true);
  }

  #end(): void {
    this.#isOver = true;
    this.#read();
    this.#outgoing?.abort();
    const { isBegun } = this.#services.thread.endHttp(this.#answer.call);
    if (!isBegun) this.#leave();
  }
}

function interrupted(): ThreadFailure {
  return new ThreadFailure("Interrupted", "The HTTP action was interrupted.");
}

function drained(body: Writable): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      body.off("drain", settle);
      body.off("close", settle);
      resolve();
    };
    body.on("drain", settle);
    body.on("close", settle);
  });
}
