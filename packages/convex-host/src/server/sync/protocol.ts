import * as z from "zod";
import { messageOf } from "../../log.ts";
import { parseBoundedJson } from "../../values/bounded-json.ts";
import type { JsonObject } from "../../values/json.ts";
import type { ArgumentsText } from "../../wire/commands.ts";
import { decodeTimestamp } from "./encoded-timestamp.ts";
import type { Timestamp } from "../../values/timestamp.ts";

/** The versions of what a client knows; each Transition moves from one to the next. */
export type StateVersion = { querySet: number; identity: number; ts: Timestamp };

export type AddQuery = {
  type: "Add";
  queryId: number;
  udfPath: string;
  args: ArgumentsText;
  journal?: string | null | undefined;
};
export type RemoveQuery = { type: "Remove"; queryId: number };

/** A message of a client. Unknown fields are ignored. */
export type ClientMessage =
  | {
      type: "Connect";
      sessionId: string;
      connectionCount: number;
      maxObservedTimestamp?: Timestamp | null | undefined;
      clientTs?: number | undefined;
    }
  | {
      type: "ModifyQuerySet";
      baseVersion: number;
      newVersion: number;
      modifications: (AddQuery | RemoveQuery)[];
    }
  | { type: "Mutation"; requestId: number; udfPath: string; args: ArgumentsText }
  | { type: "Action"; requestId: number; udfPath: string; args: ArgumentsText }
  | { type: "Authenticate"; baseVersion: number; tokenType: "None" }
  | {
      type: "Authenticate";
      baseVersion: number;
      tokenType: "User" | "Admin";
      value: string;
      /** The identity as which an admin acts. */
      impersonating?: JsonObject | undefined;
    }
  | { type: "Event" };

export type ParsedMessage =
  | { ok: true; message: ClientMessage }
  | { ok: false; error: string }
  /** The message changes more queries than its sender may. */
  | { ok: false; error: null };

const counter = z.int().min(0).max(0xffff_ffff);
const path = z.string().min(1).max(1024);
const plainObject = z.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "args must hold one object",
);
const args = z.tuple([plainObject]).transform(([sent]) => JSON.stringify(sent));
const journal = z.string().max(65_536).nullish();

const modification = z.discriminatedUnion("type", [
  z.object({ type: z.literal("Add"), queryId: counter, udfPath: path, args, journal }),
  z.object({ type: z.literal("Remove"), queryId: counter }),
]);

/**
 * Validates up to the first faulty change. Listing the faults of thousands takes far longer, and only the first is
 * reported.
 */
const modifications = z
  .array(z.unknown())
  .max(10_000)
  .transform((sent, context) => {
    const valid: z.output<typeof modification>[] = [];
    for (const [at, each] of sent.entries()) {
      const parsed = modification.safeParse(each);
      if (parsed.success) {
        valid.push(parsed.data);
        continue;
      }
      for (const { path: within, message } of parsed.error.issues)
        context.addIssue({ code: "custom", path: [at, ...within], message });
      return z.NEVER;
    }
    return valid;
  });

const authenticate = z.discriminatedUnion("tokenType", [
  z.object({
    type: z.literal("Authenticate"),
    tokenType: z.literal("None"),
    baseVersion: counter,
  }),
  z.object({
    type: z.literal("Authenticate"),
    tokenType: z.enum(["User", "Admin"]),
    baseVersion: counter,
    value: z.string().max(65_536),
    impersonating: plainObject.optional(),
  }),
]);

const clientMessage = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("Connect"),
    sessionId: z.uuid(),
    connectionCount: counter,
    maxObservedTimestamp: z.string().transform(decodeTimestamp).optional(),
    clientTs: z.number().optional(),
  }),
  z.object({
    type: z.literal("ModifyQuerySet"),
    baseVersion: counter,
    newVersion: counter,
    modifications,
  }),
  z.object({ type: z.literal("Mutation"), requestId: counter, udfPath: path, args }),
  z.object({ type: z.literal("Action"), requestId: counter, udfPath: path, args }),
  authenticate,
  z.object({ type: z.literal("Event") }),
]);

/**
 * Parses one frame with at most `mostChanges` changes of queries. Never throws. The error says what is wrong with the
 * frame without repeating its contents.
 */
export function parseClientMessage(text: string, mostChanges: number): ParsedMessage {
  let json: unknown;
  try {
    json = parseBoundedJson(text);
  } catch (error) {
    return { ok: false, error: `Received a message that ${messageOf(error)}.` };
  }
  if (changesIn(json) > mostChanges) return { ok: false, error: null };
  const parsed = clientMessage.safeParse(json);
  if (parsed.success) return { ok: true, message: parsed.data };
  const issue = parsed.error.issues[0];
  const where = issue === undefined ? "" : ` (${issue.path.join(".")}: ${issue.message})`;
  return { ok: false, error: `Received an invalid message${where}.` };
}

/** The number of changes in a message that was not validated. */
function changesIn(json: unknown): number {
  if (typeof json !== "object" || json === null || !("modifications" in json)) return 0;
  return Array.isArray(json.modifications) ? json.modifications.length : 0;
}
