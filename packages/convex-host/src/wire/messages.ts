import type { BodyMessage } from "./body-stream.ts";
import type { Answer, Asked, FailureCode } from "./commands.ts";
import type { ClientCommand, QueryResult } from "./live-clients.ts";
import type { PackedUpdates } from "./packed-updates.ts";
import type { ThreadInfo, ThreadStart } from "./thread-start.ts";

/** A command with its number. Its answer and the messages of its bodies have the same number. */
export type AskMessage = { type: "ask"; call: number; asked: Asked };

/** The messages to a thread that has started. Changes of clients and parts of bodies get no answer. */
export type ThreadCommand = AskMessage | ClientCommand | BodyMessage;

export type StartedToThread = ThreadCommand | { type: "stop" };

/** All messages to a thread. The start comes first, and once. */
export type ToThread = { type: "start"; start: ThreadStart } | StartedToThread;

/** The end of a call. Each call has exactly one. */
export type CallEnd =
  | { type: "answer"; call: number; answer: Answer }
  | { type: "failed"; call: number; code: FailureCode; message: string };

/** The messages of a thread that is ready. */
export type ThreadMessage =
  | CallEnd
  | BodyMessage
  /** Updates of clients, packed. A result that several of them get is held once. */
  | { type: "updates"; results: QueryResult[]; updates: PackedUpdates }
  /** The thread has ended this client and knows it no more, because its answers took the room of others. */
  | { type: "client-cut"; client: number }
  | {
      type: "log";
      level: "debug" | "info" | "warn" | "error";
      event: string;
      fields: Record<string, string | number | boolean | null>;
    };

export type FromThread =
  | { type: "ready"; info: ThreadInfo }
  | { type: "start-failed"; message: string; isOfDisk: boolean }
  | ThreadMessage
  | { type: "stopped" };
