import type { JsonObject } from "../../values/json.ts";
import type { ArgumentsText } from "../../wire/commands.ts";
import type { ClientRegistration, WatchedQuery } from "../../wire/live-clients.ts";
import type { Identity } from "../../wire/caller.ts";
import type { Failure } from "../../wire/failure.ts";

/** What a checked token says: the caller, until when, and whether internal functions are open to it. */
export type Caller = {
  identity: Identity | null;
  expiresAtMs: number | null;
  isAdmin: boolean;
};

export type SocketRequest = {
  requestId: number;
  path: string;
  args: ArgumentsText;
  caller: Caller;
  sessionId: string;
};

/** A token to be checked; `impersonating` is whom an admin acts as. */
export type SentToken = {
  tokenType: "User" | "Admin";
  value: string;
  impersonating?: JsonObject | undefined;
};

/** Where a client's state machine speaks to: its socket, the token check and the function thread. */
export interface ClientPorts {
  send(text: string): void;
  /** Ends the connection; with no code the client reconnects as after a lost line. */
  close(code?: number, reason?: string): void;
  verify(token: SentToken): void;
  open(registration: ClientRegistration): void;
  setIdentity(version: number, caller: Caller): void;
  modifyQueries(version: number, add: WatchedQuery[], remove: number[]): void;
  runMutation(request: SocketRequest): void;
  runAction(request: SocketRequest): void;
  /** Why this caller cannot watch the query of this path; null when they can, or when that is not known now. */
  refusalOf(path: string, caller: Caller): Failure | null;
  /** An app that people sign in to: nobody stays who does not. */
  mustSignIn(): boolean;
  now(): number;
}

/** Who has not said who it is. */
export const anonymous: Caller = { identity: null, expiresAtMs: null, isAdmin: false };
