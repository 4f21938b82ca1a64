import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

/** A request, as a guard sees it. */
export type GuardedRequest = {
  pathname: string;
  headers: IncomingHttpHeaders;
  /** True for a request from this machine. */
  isLocal: boolean;
};

/** A handler of the program for the paths below a prefix. */
export type Mount = {
  /** The path prefix, which begins and ends with a slash. */
  prefix: string;
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** The reason for refusing a request to any address while this is mounted; null lets it pass. */
  refusalOf?: (asked: GuardedRequest) => string | null;
};
