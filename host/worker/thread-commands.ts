import type { Engine } from "../run/types.ts";
import type { LiveRounds } from "./live-rounds.ts";
import type { FromThread, ThreadCommand } from "./messages.ts";
import { answerCall, type CallContext } from "./thread-calls.ts";
import type { ThreadHttp } from "./thread-http.ts";

/** A client that reports a time further ahead than this is not believed. */
const largestLeadNs = 24n * 3_600_000_000_000n;

export type ThreadParts = CallContext & {
  engine: Engine;
  rounds: LiveRounds;
  http: ThreadHttp;
  now: () => number;
  post: (message: FromThread) => void;
};

/** Carries out what the main thread asks for. */
export function receiveCommand(parts: ThreadParts, message: ThreadCommand) {
  const { rounds, http } = parts;
  switch (message.type) {
    case "client-open":
      catchUp(parts, message.registration.maxObserved);
      return rounds.clients.open(message.registration);
    case "client-identity":
      return rounds.clients.setIdentity(message.client, message);
    case "client-queries":
      return rounds.clients.modify(message.client, message);
    case "client-close":
      return rounds.clients.close(message.client);
    case "clients-drained":
      for (const client of message.clients) rounds.drained(client);
      return;
    case "body":
    case "body-end":
    case "body-credit":
    case "body-abort":
      return http.body(message);
    case "http":
      return void http.handle(message);
    default:
      return void answerCall(parts, message);
  }
}

/** After a backup was restored, clients may have seen later times than the database knows. */
function catchUp(parts: ThreadParts, observed: bigint | null): void {
  const { database } = parts.engine;
  if (observed === null || observed <= database.latest) return;
  if (observed > BigInt(parts.now()) * 1_000_000n + largestLeadNs) {
    parts.post({ type: "log", level: "warn", event: "client.time-not-believed", fields: {} });
    return;
  }
  database.advanceTo(observed);
}
