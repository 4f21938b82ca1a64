import type { RequestMetadata } from "../../wire/caller.ts";
import type { App, Environment } from "../app/app.ts";
import type { FileStore } from "../../storage/file-store.ts";
import type { JsonObject } from "../../values/json.ts";
import type { Identity } from "../../wire/caller.ts";
import type { FunctionKind } from "../../wire/find-function.ts";
import type { ReadTransaction } from "../../database/transactions/read-transaction.ts";
import type { WriteTransaction } from "../../database/transactions/write-transaction.ts";

/** The host's services that system calls use beside the transaction of their caller. */
export interface HostServices {
  readonly app: App;
  readonly environment: Environment;
  readonly files: FileStore;
  /** The time outside of any execution, in milliseconds. */
  clock(): number;
  /** Runs a transaction of the host itself, in a turn of the taker in the lane; resolves when it is on disk. */
  transact<Result>(
    taker: string,
    work: (tx: WriteTransaction) => Result | Promise<Result>,
  ): Promise<Result>;
  /** Reads the last committed state. */
  read<Result>(work: (tx: ReadTransaction) => Result): Result;
}

/** The execution a system call comes from. */
export interface Caller<Transaction> {
  readonly host: HostServices;
  /** Canonical path of the function that calls. */
  readonly path: string;
  readonly transaction: Transaction;
  /** The execution's time in milliseconds; frozen in queries and mutations. */
  now(): number;
  /** The caller's identity. After this call the answer belongs to that caller only. */
  identity(): Identity | null;
  readonly request: RequestMetadata;
  /** Writes a line to the operator's audit log, whatever becomes of the execution. */
  audit(body: JsonObject): void;
  /** The `_scheduled_functions` row this execution works for, directly or through calls. */
  readonly jobId: string | null;
  /** The taker of turns for its steps. */
  readonly taker: string;
  /** Calls another function; resolves with its encoded result as JSON text. */
  call(nested: NestedCall): Promise<string>;
}

export type NestedCall = {
  kind: FunctionKind;
  path: string;
  args: JsonObject;
  /** True reads the state at the transaction's begin and adds nothing to the read set. */
  stale?: boolean;
};

export type ReadCaller = Caller<ReadTransaction>;
export type WriteCaller = Caller<WriteTransaction>;
export type ActionCaller = Caller<null>;

/** Answers one named system call with JSON text. */
export type Operation<From> = (from: From, args: JsonObject) => string | Promise<string>;
export type SyncOperation<From> = (from: From, args: JsonObject) => string;
export type JsOperation<From> = (from: From, args: Record<string, unknown>) => unknown;

/** The system calls of one kind of function. */
export type OperationTable<From> = {
  sync: Readonly<Record<string, SyncOperation<From>>>;
  async: Readonly<Record<string, Operation<From>>>;
  js: Readonly<Record<string, JsOperation<From>>>;
};
