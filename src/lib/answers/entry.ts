import type { ConvexReactClient } from "convex/react";
import type { Question } from "./question.ts";

/** The part of the live client that answers come from. */
export type LiveClient = Pick<ConvexReactClient, "watchQuery">;

/** The knowledge about one question; another object only when something of it is another. */
export interface Seen {
  /** The last answer with the changes on top of it; undefined while there is none. */
  answer: unknown;
  /** True when changes are all there is of the answer: neither the server nor this device has told the rest. */
  isPartial: boolean;
  /** The reason why it cannot be read now. */
  error: Error | undefined;
}

/** A question that is read now, with all that is known of it. */
export interface Entry {
  key: string;
  question: Question;
  client: LiveClient;
  watch: ReturnType<LiveClient["watchQuery"]>;
  /** The last result of the client. */
  read: unknown;
  /** The last answer of the server, without the changes on top. */
  base: unknown;
  /** The moment up to which the base was live, when it is of an earlier visit. */
  asOf: number | null;
  /** True when another version of the app has kept it. */
  isForeign: boolean;
  seen: Seen;
  listeners: Set<() => void>;
  stop: (() => void) | undefined;
}

/** True for an answer that is shown and cannot be brought up to date. */
export function isStale({ seen, listeners }: Entry): boolean {
  return listeners.size > 0 && seen.error !== undefined && seen.answer !== undefined;
}

/** True once the server has answered. */
export function isLive({ read }: Entry): boolean {
  return read !== undefined && !(read instanceof Error);
}
