import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { HttpError } from "./respond.ts";
import { rawResponse, securityHeaders } from "./security-headers.ts";

/** Answers on a socket that has no response object, with the headers of every other answer, and ends it. */
export type RefuseSocket = (
  socket: Duplex,
  refusal: { status: string; message: string; headers?: Readonly<Record<string, string>> },
) => void;

/**
 * Milliseconds that a refused client has to read the reason. Then the connection is closed, even when the client keeps
 * its end open.
 */
const lingerMs = 2000;

/** Makes the function that refuses sockets with the headers of this site. */
export function socketRefusal(siteUrl: string): RefuseSocket {
  const always = securityHeaders(siteUrl);
  return (socket, { status, message, headers = {} }) => {
    if (!socket.writable) return void socket.destroy();
    const code = status.replace(/^\d+|[^A-Za-z]/g, "");
    socket.end(rawResponse(status, { ...always, ...headers }, JSON.stringify({ code, message })));
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once("close", () => clearTimeout(timer));
  };
}

const malformed = { status: "400 Bad Request", message: "This is not HTTP." };
const parserRefusals: Readonly<Record<string, { status: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    message: "The address and the headers of the request are too long.",
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: "413 Payload Too Large",
    message: "The chunk extensions of the request are too long.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    message: "The request did not arrive in time.",
  },
};

/** The refusal of a request that Node's parser did not accept, or did not get in time. */
export function parserRefusal(error: Error): { status: string; message: string } {
  return parserRefusals[(error as NodeJS.ErrnoException).code ?? ""] ?? malformed;
}

/** The most requests ahead of their answers. No browser and no proxy sends a second one before the first answer. */
const mostSentAhead = 16;

/** Responses under way on each socket, several where requests were sent ahead: raw text must not get into one. */
export class UnderWay {
  readonly #responses = new WeakMap<Duplex, Set<ServerResponse>>();

  /** Adds a response. False when it must not be answered: too many requests are ahead, and the connection is cut. */
  begin(socket: Duplex, response: ServerResponse): boolean {
    // Node reads all requests that came in one piece, also after the socket was destroyed.
    if (socket.destroyed) return false;
    const responses = this.#responses.get(socket) ?? this.#listen(socket);
    responses.add(response);
    response.on("close", () => responses.delete(response));
    if (responses.size > mostSentAhead) socket.destroy();
    return !socket.destroyed;
  }

  /** Closes all responses of a socket. Node emits "close" for the first one only, and the others would stay counted. */
  #listen(socket: Duplex): Set<ServerResponse> {
    const responses = new Set<ServerResponse>();
    this.#responses.set(socket, responses);
    socket.once("close", () => {
      for (const response of responses) {
        response.destroy();
        response.emit("close");
      }
    });
    return responses;
  }

  /**
   * True when a refusal would be read as a part of an answer, or as the answer to an earlier request, which may have been
   * carried out. A request that did not arrive whole is the refused one.
   */
  has(socket: Duplex): boolean {
    return this.#unfinished(socket).some(({ headersSent, req }) => headersSent || req.complete);
  }

  /**
   * Destroys a socket that asks for another protocol while an earlier request on it has no complete answer. Returns false
   * for all other sockets.
   */
  cut(socket: Duplex): boolean {
    const isCut = this.#unfinished(socket).length > 0;
    if (isCut) socket.destroy();
    return isCut;
  }

  #unfinished(socket: Duplex): ServerResponse[] {
    const responses = [...(this.#responses.get(socket) ?? [])];
    return responses.filter(({ writableFinished }) => !writableFinished);
  }
}

/**
 * Throws for requests that Node itself would answer without our headers, and for features that no client of ours uses.
 */
export function refuseUnusual(request: IncomingMessage): void {
  const { headers, headersDistinct, httpVersion, method } = request;
  const hosts = headersDistinct["host"]?.length ?? 0;
  if (httpVersion === "1.1" && hosts === 0)
    throw new HttpError(400, "BadRequest", "The request names no host.");
  if (hosts > 1) throw new HttpError(400, "BadRequest", "The request names several hosts.");
  if (method === "TRACE") throw new HttpError(405, "MethodNotAllowed", "Nothing is traced.");
  const { expect } = headers;
  if (expect !== undefined && !/^100-continue$/i.test(String(expect)))
    throw new HttpError(417, "ExpectationFailed", "The host does not do what the request expects.");
}
