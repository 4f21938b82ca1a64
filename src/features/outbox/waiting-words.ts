import { errorSentence } from "../../lib/errors.ts";
import { describe, type Operation, type Refusal } from "../../lib/outbox/operation.ts";
import { table } from "../../lib/outbox/operations/table.ts";
import { errorOf } from "../../lib/outbox/verdict.ts";

/** The state of a waiting operation, and the text that describes it. */
export interface WaitingWords {
  state: "refused" | "waiting" | "sending" | "unknown";
  text: string;
}

/** The state of the connection, and of the operations that this one depends on. */
interface Circumstances {
  isLive: boolean;
  isBehindRefused: boolean;
  /** True when something else has answered in the server's place. */
  isHeldUp: boolean;
}

/** The state of an operation in plain words. */
export function stateInWords(
  operation: Operation,
  { isLive, isBehindRefused, isHeldUp }: Circumstances,
): WaitingWords {
  if (!isKnown(operation)) {
    const text = "Made by another version of Turnboard. It is kept until that version is back.";
    return { state: "unknown", text };
  }
  if (operation.state === "refused") return { state: "refused", text: refusalInWords(operation) };
  if (isBehindRefused) return { state: "waiting", text: "Waiting for what was not accepted" };
  if (!isLive) return { state: "waiting", text: "Waiting for network" };
  if (operation.refusal !== null) {
    const text = `Waiting: ${sentenceOf(operation.refusal)} Sent again by itself.`;
    return { state: "waiting", text };
  }
  if (isHeldUp)
    return {
      state: "waiting",
      text: "Waiting: this network, or a proxy, answers in the server's place. Sent again by itself.",
    };
  const attempt = operation.tries > 1 ? `, attempt ${String(operation.tries)}` : "";
  return operation.state === "sending"
    ? { state: "sending", text: `Being sent${attempt}` }
    : { state: "waiting", text: "Waiting for its turn" };
}

/** The full text that was typed, or the description of the operation, for the clipboard. */
export function copyOf(operation: Operation): string {
  const typed = isKnown(operation)
    ? describe(table, operation)?.typedIn?.(operation.args)
    : JSON.stringify(operation.args);
  return typed === undefined || typed === "" ? operation.text : typed;
}

/** The note operation whose text can return to its editor: its unit and its text; null for any other operation. */
export function noteIn(operation: Operation): { unitId: string; content: string } | null {
  const { kind, args } = operation;
  if (!isKnown(operation) || (kind !== "note.add" && kind !== "note.edit")) return null;
  return args as { unitId: string; content: string };
}

function isKnown(operation: Operation): boolean {
  return describe(table, operation) !== undefined;
}

/**
 * The server's message about a conflict or an invalid value is shown as it is; any other refusal has its own sentence.
 */
function refusalInWords({ refusal }: Operation): string {
  if (refusal === null) return "Not accepted.";
  const again = refusal.code === "no_room" ? " Sent again by itself every few minutes." : "";
  return `Not accepted. ${sentenceOf(refusal)}${again}`;
}

function sentenceOf(refusal: Refusal): string {
  const isTold = (refusal.code === "conflict" || refusal.code === "invalid") && refusal.message;
  return isTold
    ? withStop(refusal.message.replace(/^\d{3}: /u, ""))
    : errorSentence(errorOf(refusal));
}

function withStop(sentence: string): string {
  return /[.!?]$/u.test(sentence) ? sentence : `${sentence}.`;
}
