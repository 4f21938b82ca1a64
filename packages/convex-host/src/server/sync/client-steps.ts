import type { JsonObject } from "../../values/json.ts";
import type { QueryShare } from "../bounds/query-room.ts";
import type { Limits } from "../bounds/server-limits.ts";
import type { ArgumentsText } from "../../wire/commands.ts";
import type { Failure } from "../../wire/failure.ts";
import type { ClientCommand } from "../../wire/live-clients.ts";
import type { ServerMessage } from "./server-text.ts";
import type { Caller } from "./caller-check.ts";

/** A call that a client asks for. */
export type SocketRequest = {
  kind: "mutation" | "action";
  requestId: number;
  path: string;
  args: ArgumentsText;
  caller: Caller;
  sessionId: string;
};

/** Takes room for a call, until the returned function is called; null when there is none. */
export type TakeCallRoom = (
  call: Pick<SocketRequest, "kind" | "caller">,
  bytes: number,
) => (() => void) | null;

/** The bounds of a client, and its part of the rooms that all share. */
export type ClientBounds = { limits: Limits; room: QueryShare; takeCallRoom: TakeCallRoom };

/** A token to check. `impersonating` is the identity as which an admin acts. */
export type SentToken = {
  tokenType: "User" | "Admin";
  value: string;
  impersonating?: JsonObject | undefined;
};

/** A step that a client's state machine leaves to its connection. Steps run in the order of their list. */
export type ClientStep =
  | { do: "say"; message: ServerMessage }
  /** Ends the connection. Without a code, the client reconnects as after a lost connection. */
  | { do: "close"; code?: number | undefined; reason?: string | undefined }
  /** Checks a token. The result goes to `verified`. */
  | { do: "verify"; token: SentToken }
  /** Sends a command to the function thread. */
  | { do: "tell"; command: ClientCommand }
  /** Makes a call. The outcome goes to `answered`. */
  | { do: "call"; request: SocketRequest };

/** The facts that a client's state machine looks up. */
export interface Surroundings {
  now(): number;
  /**
   * The reason why this caller cannot watch the query of this path; null when it can, or when that is not known now.
   */
  refusalOf(path: string, caller: Caller): Failure | null;
  /** True when the running app has the query of this path for this caller; false while no app runs. */
  hasQuery(path: string, caller: Caller): boolean;
  /** True for an app with sign-in: clients that do not sign in are disconnected. */
  mustSignIn(): boolean;
}
