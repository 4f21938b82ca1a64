import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import type { Editor } from "../optimistic/block-change.ts";
import type { ErrorCode } from "../errors.ts";

/** The reason why the server refused an operation; the code is null for an unexpected failure. */
export interface Refusal {
  code: ErrorCode | null;
  message: string;
}

/** An act of a person as plain data, stored until the server has confirmed it. */
export interface Operation<Args = unknown> {
  /** The position in the order of all operations on this device. */
  seq: number;
  /** The idempotency key, under which the server performs it once. */
  id: string;
  kind: string;
  /** The version of its kind by which the arguments were written. */
  version: number;
  args: Args;
  /** The id of its record; the operations of a record are sent in order. */
  record: string;
  /** A description for the user: the names of its subject, and the change. */
  text: string;
  /** The address of the page on which it was made, if known. */
  address: string | null;
  /** The id of its author; only that person's session sends and shows it. */
  by: string;
  /** The email address of its author, in small letters. Left out by earlier versions of the app. */
  email?: string | null;
  /** The full name of its author. Left out by earlier versions of the app. */
  name?: string;
  /** The time at which it was made, in ms since the epoch, by the clock of the device. */
  madeAt: number;
  /**
   * The time in ms by which that clock was behind the server's when it was made, or when it was first sent. Left out
   * while it is unknown.
   */
  clockLag?: number;
  /** True when there was no connection at that time. */
  madeOffline: boolean;
  /** The names of the typed texts that it contains. Left out for acts without typed text. */
  typed?: readonly string[];
  /** The ids of the operations that must be confirmed first. */
  dependsOn: readonly string[];
  state: "waiting" | "sending" | "refused";
  /** The number of times that it was sent: above 0 the server may have it. */
  tries: number;
  /** The reason of its refusal, or why the server could not store an operation that is sent again by itself. */
  refusal: Refusal | null;
}

/** The time at which an operation was made by the server's clock, as far as it is known. */
export function momentOf({ madeAt, clockLag = 0 }: Pick<Operation, "madeAt" | "clockLag">): number {
  return madeAt + clockLag;
}

/** The field of a known lag of the device's clock. */
export function lagOf(clockLag: number | undefined): Pick<Operation, "clockLag"> {
  return clockLag === undefined ? {} : { clockLag };
}

/** An operation without a position in the order yet. */
export type NewOperation = Omit<Operation, "seq">;

/** The files of an operation, by their role in it. */
export type Files = Readonly<Record<string, Blob>>;

/** Further facts about an act. */
export interface Doing {
  files?: Files | undefined;
  /** The key of the text area or form in which it was typed. */
  from?: string | undefined;
  /** The name of the typed text, where it is not that key. */
  name?: string | undefined;
}

/** The functions and files for sending an operation. */
export interface Means {
  mutation: <Mutation extends FunctionReference<"mutation">>(
    mutation: Mutation,
    args: FunctionArgs<Mutation>,
  ) => Promise<FunctionReturnType<Mutation>>;
  files: () => Promise<Files | null>;
  /** Aborted when the operation is discarded. */
  signal: AbortSignal;
}

/** Read access to the shown answers, for the names in an operation's description. */
export type Shown = Pick<OptimisticLocalStore, "getQuery" | "getAllQueries">;

/** The author of an operation, and the id of the record that it has created, if this tab knows it. */
export interface Maker {
  person: Editor;
  created: string | undefined;
}

/** The definition of a kind of operation, apart from storage and sending. */
export interface Description<Args = unknown, Answer = unknown> {
  /** Increases when the meaning of the arguments changes. */
  version: number;
  /** The id, for acts whose caller has already chosen one: the same act twice is then one operation. */
  idOf?(args: Args): string;
  recordOf(args: Args, id: string): string;
  textOf(args: Args, shown: Shown): string;
  addressOf?(args: Args, shown: Shown): string | null;
  /**
   * True for changes that look like the server's own. They are shown in the frame of the press, while the device still
   * writes them; the mark that says they wait follows once they are stored.
   */
  isDrawnAtOnce?: boolean;
  /** Shows the operation on top of the server's answers. */
  show?(store: OptimisticLocalStore, operation: Operation<Args>, by: Maker): void;
  /** The id of the operation that it undoes. A refusal of that one ends both, and so does its removal. */
  undoes?(args: Args): string;
  /** The keys of the questions whose answers it reads in order to show itself elsewhere. */
  standsOn?(operation: Operation<Args>): readonly string[];
  send(operation: Operation<Args>, means: Means): Promise<Answer>;
  /** The id of the record that the server has created. */
  createdBy?(answer: Answer): string;
  /** The arguments, with the final id of a record in place of its pending one. */
  withRecord?(args: Args, id: string): Args;
  /**
   * Merges this operation into an earlier, never sent one on the same record, and returns the merged arguments. Returns
   * "nothing" when the two cancel each other out, and null when they stay separate.
   */
  foldInto?(earlier: Operation, args: Args): unknown;
  /**
   * The act that changes a record to these contents. The record was created with the contents `seen`, which its author
   * saw.
   */
  changeTo?(
    args: Args,
    of: { record: string; seen: Args; by: string },
  ): Pick<Operation, "kind" | "args">;
  /** The full text that was typed, for the clipboard. */
  typedIn?(args: Args): string;
  /** The lane. The kinds in a lane share a limit of simultaneous requests and an order. */
  lane?: Lane;
}

/** A separate limit of simultaneous requests, for operations that take long. */
export interface Lane {
  name: string;
  atOnce: number;
  order(a: Operation, b: Operation): number;
}

/** The definitions of all kinds of operations. */
export type Table = Readonly<Record<string, Description>>;

const PENDING = "pending:";

/** The id of a record until the server has created it. */
export function pendingId(operationId: string): string {
  return `${PENDING}${operationId}`;
}

/** The operation that makes the record of a pending id; null for other ids. */
export function makerOf(record: string): string | null {
  return record.startsWith(PENDING) ? record.slice(PENDING.length) : null;
}

/** The definition of an operation's kind; undefined when another version of the app wrote it. */
export function describe(table: Table, { kind, version }: NewOperation): Description | undefined {
  const description = Object.hasOwn(table, kind) ? table[kind] : undefined;
  return description?.version === version ? description : undefined;
}

/** True for an operation without typed text. */
export function isWithoutText(operation: Operation, table: Table): boolean {
  const typed = describe(table, operation)?.typedIn?.(operation.args);
  return typed === undefined || typed === "";
}
