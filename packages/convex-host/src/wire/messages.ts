import type { BodyMessage } from "./body-stream.ts";
import type { Answer, Asked, FailureCode } from "./commands.ts";
import type { ClientCommand, QueryResult } from "./live-clients.ts";
import type { PackedUpdates } from "./packed-updates.ts";
import type { ThreadInfo, ThreadStart } from "./thread-start.ts";

/** A command under the number that its answer, and what belongs to its bodies, is known by. */
export type AskMessage = { type: "ask"; call: number; asked: Asked };

/** The messages to a thread that has started. News of clients and parts of bodies are not answered. */
export type ThreadCommand = AskMessage | ClientCommand | BodyMessage;

export type StartedToThread = ThreadCommand | { type: "stop" };

/** The start comes first, and once. */
export type ToThread = { type: "start"; start: ThreadStart } | StartedToThread;

/** The one end of a call. */
export type CallEnd =
  | { type: "answer"; call: number; answer: Answer }
  | { type: "failed"; call: number; code: FailureCode; message: string };

/** The messages of a thread that is ready. */
export type ThreadMessage =
  | CallEnd
  | BodyMessage
  /** New states of clients, packed; results that several of them get are held once. */
  | { type: "updates"; results: QueryResult[]; updates: PackedUpdates }
  /** This client's answers took the room of others: it is not known any more. */
  | { type: "client-cut"; client: number }
  | {
      type: "log";
      level: "info" | "warn" | "error";
      event: string;
      fields: Record<string, string | number | boolean | null>;
    };

export type FromThread =
  | { type: "ready"; info: ThreadInfo }
  | { type: "start-failed"; message: string }
  | ThreadMessage
  | { type: "stopped" };
