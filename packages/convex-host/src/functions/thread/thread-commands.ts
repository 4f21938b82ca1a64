import type { ClockLift } from "./clock-lift.ts";
import type { LiveRounds } from "../live/live-rounds.ts";
import type { AskMessage, ThreadCommand } from "../../wire/messages.ts";
import { answerCall, type CallContext } from "./thread-calls.ts";
import type { ThreadHttp } from "./thread-http.ts";

export type ThreadParts = CallContext & {
  rounds: LiveRounds;
  http: ThreadHttp;
  clockLift: ClockLift;
};

/** Runs a command of the main thread. */
export function receiveCommand(parts: ThreadParts, message: ThreadCommand): void {
  const { rounds, http } = parts;
  switch (message.type) {
    case "ask":
      return ask(parts, message);
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
    default:
      return http.body(message);
  }
}

function ask(parts: ThreadParts, { call, asked }: AskMessage): void {
  if (asked.name === "http") void parts.http.handle(call, asked.question);
  else void answerCall(parts, call, asked);
}
