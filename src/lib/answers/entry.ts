import type { ConvexReactClient } from "convex/react";
import { errorCode } from "../errors.ts";
import { isOfTheMoment, type Question } from "./question.ts";

/** The part of the live client that provides answers. */
export type LiveClient = Pick<ConvexReactClient, "watchQuery">;

/** The state of a question as components see it. It is a new object only when a field changes. */
export interface Seen {
  /** The last answer with the changes on top of it; undefined without one. */
  answer: unknown;
  /** True when the answer consists of changes only, because neither the server nor this device has the rest. */
  isPartial: boolean;
  /** The reason why the question cannot be read now. */
  error: Error | undefined;
}

/** A question that is being read, and its state. */
export interface Entry {
  key: string;
  question: Question;
  client: LiveClient;
  watch: ReturnType<LiveClient["watchQuery"]>;
  /** The last result from the client. */
  read: unknown;
  /** The last answer of the server, without the changes on top. */
  base: unknown;
  /** The time in ms up to which the base was live, if it is of an earlier visit; else null. */
  asOf: number | null;
  /** True when another version of the app has kept the answer. */
  isForeign: boolean;
  seen: Seen;
  listeners: Set<() => void>;
  stop: (() => void) | undefined;
}

/**
 * True for a shown read that fails now. A part of a page that cannot do without the answer has no listener: a message
 * with a button of its own replaces it. A refusal passes with no other try.
 */
export function isStale({ seen: { answer, error }, listeners }: Entry): boolean {
  if (listeners.size === 0 || error === undefined) return false;
  return answer !== undefined || errorCode(error) === null;
}

/** True once the server has answered. */
export function isLive({ read }: Entry): boolean {
  return read !== undefined && !(read instanceof Error);
}

/** True for an answer that is there, or that nothing waits for. */
export function isAnswered({ seen, question }: Entry): boolean {
  return seen.answer !== undefined || isOfTheMoment(question);
}

/** True for an answer that neither the server nor this device has. */
export function isGap({ base, seen, question }: Entry): boolean {
  return base === undefined && seen.error === undefined && !isOfTheMoment(question);
}
