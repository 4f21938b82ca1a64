import type { ClockLift } from "./clock-lift.ts";
import type { LiveRounds } from "../live/live-rounds.ts";
import type { ThreadCommand } from "../../wire/messages.ts";
import { answerCall, type CallContext } from "./thread-calls.ts";
import type { ThreadHttp } from "./thread-http.ts";
import type { Engine } from "../run/calls.ts";

export type ThreadParts = CallContext & {
  engine: Engine;
  rounds: LiveRounds;
  http: ThreadHttp;
  clockLift: ClockLift;
};

/** Carries out what the main thread asks for. */
export function receiveCommand(parts: ThreadParts, message: ThreadCommand) {
  const { rounds, http } = parts;
  switch (message.type) {
    case "client-open":
      parts.clockLift.seen(message.registration.maxObserved);
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
