import { describeError } from "../../log.ts";
import { type BodyMessage, IncomingBody, OutgoingBody, piecesOf } from "../../wire/body-stream.ts";
import type { Commands } from "../../wire/commands.ts";
import type { FromThread } from "../../wire/messages.ts";
import type { Pulse } from "../../wire/pulse.ts";
import type { Engine } from "../run/calls.ts";
import { ownTurn } from "./own-turn.ts";

type HttpQuestion = Commands["http"]["question"];
type Exchange = { request: IncomingBody | null; response: OutgoingBody; abort: AbortController };

/** Runs HTTP actions in the function thread; bodies stream both ways. */
export class ThreadHttp {
  readonly #engine: Engine;
  readonly #pulse: Pulse;
  readonly #post: (message: FromThread, transfer?: ArrayBuffer[]) => void;
  readonly #answerAdmin: (request: Request) => Response;
  readonly #exchanges = new Map<number, Exchange>();

  constructor(options: {
    engine: Engine;
    pulse: Pulse;
    post: (message: FromThread, transfer?: ArrayBuffer[]) => void;
    answerAdmin: (request: Request) => Response;
  }) {
    this.#engine = options.engine;
    this.#pulse = options.pulse;
    this.#post = options.post;
    this.#answerAdmin = options.answerAdmin;
  }

  async handle(call: number, question: HttpQuestion): Promise<void> {
    const exchange = this.#open(call, question);
    await ownTurn(question.metadata);
    const leave = this.#pulse.enter({ kind: "call", call });
    let response: Response | null;
    try {
      response = await this.#answer(question, toRequest(question, exchange));
    } catch (error) {
      this.#report(error);
      response = Response.json(
        { code: "InternalServerError", message: "Server Error" },
        { status: 500 },
      );
    } finally {
      leave();
    }
    try {
      await this.#respond(call, exchange, response);
    } catch (error) {
      this.#report(error);
    } finally {
      this.#exchanges.delete(call);
    }
  }

  async #answer(question: HttpQuestion, request: Request): Promise<Response | null> {
    if (question.isForAdmin) return this.#answerAdmin(request);
    const { identity, metadata } = question;
    return await this.#engine.http(request, { identity, request: metadata });
  }

  body(message: BodyMessage): void {
    const exchange = this.#exchanges.get(message.call);
    if (exchange === undefined) return;
    switch (message.type) {
      case "body":
        return exchange.request?.push(message.chunk);
      case "body-end":
        return exchange.request?.end();
      case "body-credit":
        return exchange.response.credit();
      case "body-abort":
        exchange.abort.abort();
        exchange.request?.fail(new Error("The client went away."));
        return exchange.response.abort();
    }
  }

  #open(call: number, { request }: HttpQuestion): Exchange {
    const post = this.#post;
    const incoming = request.hasBody
      ? new IncomingBody({
          grant: () => post({ type: "body-credit", call }),
          onCancel: () => post({ type: "body-abort", call }),
        })
      : null;
    const response = new OutgoingBody(call, post);
    const exchange = { request: incoming, response, abort: new AbortController() };
    this.#exchanges.set(call, exchange);
    return exchange;
  }

  async #respond(call: number, exchange: Exchange, response: Response | null): Promise<void> {
    if (response === null) return this.#post({ type: "answer", call, answer: null });
    const answer = {
      status: response.status,
      headers: [...response.headers] as [string, string][],
      hasBody: response.body !== null,
    };
    this.#post({ type: "answer", call, answer });
    if (response.body === null) return;
    const { pieces, cancel } = piecesOf(response.body);
    const { signal } = exchange.abort;
    // An aborted signal fires no event any more: the client may have left already.
    if (signal.aborted) return cancel();
    signal.addEventListener("abort", cancel);
    await exchange.response.pump(pieces);
  }

  #report(error: unknown): void {
    const fields = { error: describeError(error) };
    this.#post({ type: "log", level: "error", event: "http-action.failed", fields });
  }
}

function toRequest({ request }: HttpQuestion, exchange: Exchange): Request {
  const init: RequestInit & { duplex?: "half" } = {
    method: request.method,
    headers: request.headers,
    signal: exchange.abort.signal,
  };
  if (exchange.request !== null) {
    init.body = exchange.request.stream;
    init.duplex = "half";
  }
  return new Request(request.url, init);
}
