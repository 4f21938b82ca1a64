import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import type { Editor } from "../optimistic/block-change.ts";
import type { ErrorCode } from "../errors.ts";

/** The reason for which the server did not take an operation; without a code it failed for no reason that it announces. */
export interface Refusal {
  code: ErrorCode | null;
  message: string;
}

/** Something that a person has done, as plain data, until the server has confirmed it. */
export interface Operation<Args = unknown> {
  /** The place in the order of all operations of this device. */
  seq: number;
  /** The key under which the server does it once. */
  id: string;
  kind: string;
  /** The version of its kind that wrote the arguments. */
  version: number;
  args: Args;
  /** The id of the record that it is about; the order is kept for each record. */
  record: string;
  /** The names of what it is about, and what was done. */
  text: string;
  /** The page where it was done, as far as that is known. */
  address: string | null;
  /** The id of the person who did it; only their session sends and shows it. */
  by: string;
  /** The moment it was done, in milliseconds. */
  madeAt: number;
  /** True when there was no line at that moment. */
  madeOffline: boolean;
  /** The operations that must be confirmed before. */
  dependsOn: readonly string[];
  state: "waiting" | "sending" | "refused";
  /** The number of times that it was handed to the network: above 0 the server may know it. */
  tries: number;
  refusal: Refusal | null;
}

/** An operation that has no place in the order yet. */
export type NewOperation = Omit<Operation, "seq">;

/** Files that belong to an operation, by their part in it. */
export type Files = Readonly<Record<string, Blob>>;

/** The rest of what a person does: the files that belong to it, and the name of what it was typed in. */
export interface Doing {
  files?: Files | undefined;
  from?: string | undefined;
}

/** The means by which an operation is sent. */
export interface Means {
  mutation: <Mutation extends FunctionReference<"mutation">>(
    mutation: Mutation,
    args: FunctionArgs<Mutation>,
  ) => Promise<FunctionReturnType<Mutation>>;
  files: () => Promise<Files | null>;
  /** Aborts when the operation is discarded. */
  signal: AbortSignal;
}

/** The reads of what is shown that an operation takes names from. */
export type Shown = Pick<OptimisticLocalStore, "getQuery" | "getAllQueries">;

/** The maker of an operation: its person, and the id of the record that it has made, where this tab knows it. */
export interface Maker {
  person: Editor;
  created: string | undefined;
}

/** A kind of operation: what it means, apart from how it is kept and sent. */
export interface Description<Args = unknown, Answer = unknown> {
  /** Rises when the meaning of the arguments changes. */
  version: number;
  /** The id that whoever does it has given already: done twice, it is one operation. */
  idOf?(args: Args): string;
  recordOf(args: Args, id: string): string;
  textOf(args: Args, shown: Shown): string;
  addressOf?(args: Args, shown: Shown): string | null;
  /**
   * True for a change that looks like one of the server's when it is shown: it is drawn in the frame of the press, while it is
   * written to the device. What says that it waits follows when it is kept.
   */
  isDrawnAtOnce?: boolean;
  /** Shows it on top of what the server has answered. */
  show?(store: OptimisticLocalStore, operation: Operation<Args>, by: Maker): void;
  /** The keys of the questions whose answers it takes from what it shows elsewhere. */
  standsOn?(operation: Operation<Args>): readonly string[];
  send(operation: Operation<Args>, means: Means): Promise<Answer>;
  /** The id of the record that the server has made. */
  createdBy?(answer: Answer): string;
  /** The arguments with the id of a record that had only a pending one. */
  withRecord?(args: Args, id: string): Args;
  /**
   * The arguments of an earlier operation on the same record, never sent, that has this one in it; "nothing" when both
   * together come to nothing; null when they stay two.
   */
  foldInto?(earlier: Operation, args: Args): unknown;
  /** The act that makes these the contents of a record that was made with others, which its maker saw. */
  changeTo?(
    args: Args,
    of: { record: string; seen: Args; by: string },
  ): Pick<Operation, "kind" | "args">;
  /** The whole of what was typed, for the clipboard. */
  typedIn?(args: Args): string;
  /** The kinds of one lane share how many go at once, and which go first. */
  lane?: Lane;
}

/** A limit of its own for what is long on its way. */
export interface Lane {
  name: string;
  atOnce: number;
  order(a: Operation, b: Operation): number;
}

/** The closed list of what can be done, by kind. */
export type Table = Readonly<Record<string, Description>>;

const PENDING = "pending:";

/** The id of a record until the server has made it. */
export function pendingId(operationId: string): string {
  return `${PENDING}${operationId}`;
}

/** The operation that makes the record of a pending id; null for other ids. */
export function makerOf(record: string): string | null {
  return record.startsWith(PENDING) ? record.slice(PENDING.length) : null;
}

/** The description of an operation; undefined when another version of the program wrote it. */
export function describe(table: Table, { kind, version }: NewOperation): Description | undefined {
  const description = Object.hasOwn(table, kind) ? table[kind] : undefined;
  return description?.version === version ? description : undefined;
}

/** True where nothing was typed in an operation. */
export function isWithoutText(operation: Operation, table: Table): boolean {
  const typed = describe(table, operation)?.typedIn?.(operation.args);
  return typed === undefined || typed === "";
}
