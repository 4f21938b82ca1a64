import { canonicalPath, storedPath } from "../../wire/function-path.ts";
import type { JsonObject } from "../../values/json.ts";
import { valueSize } from "../../values/sizes.ts";
import { addressedPath, requireSchedulable } from "./function-addresses.ts";
import { argumentsOf } from "./function-syscalls.ts";
import { textOf } from "./read-arguments.ts";
import type { ActionCaller, Caller, OperationTable, WriteCaller } from "./callers.ts";
import type { WriteTransaction } from "../../database/transactions/write-transaction.ts";

const fiveYearsMs = 5 * 365 * 24 * 60 * 60 * 1000;

/** `ctx.scheduler` of mutations: part of the transaction. */
export const mutationSchedulingOperations = {
  sync: {},
  async: {
    "1.0/schedule": (from, args) => JSON.stringify(schedule(from, from.transaction, args)),
    "1.0/cancel_job": (from, args) => cancel(from, from.transaction, textOf(args, "id")),
  },
  js: {},
} satisfies OperationTable<WriteCaller>;

/** `ctx.scheduler` of actions: on disk when the promise resolves. */
export const actionSchedulingOperations = {
  sync: {},
  async: {
    "1.0/actions/schedule": async (from, args) =>
      JSON.stringify(await from.host.transact(from.taker, (tx) => schedule(from, tx, args))),
    "1.0/actions/cancel_job": (from, args) =>
      from.host.transact(from.taker, (tx) => cancel(from, tx, textOf(args, "id"))),
  },
  js: {},
} satisfies OperationTable<ActionCaller>;

function schedule(from: Caller<unknown>, tx: WriteTransaction, args: JsonObject): string {
  const { path } = requireSchedulable(from.host.app, addressedPath(args));
  const scheduledTime = Number(args["ts"]) * 1000;
  checkDistance(scheduledTime, from.now());
  const jobArgs = argumentsOf(args);
  tx.countScheduled(valueSize(jobArgs));
  return tx.system.insert("_scheduled_functions", {
    name: storedPath(path),
    args: [jobArgs],
    scheduledTime,
    // A job that a canceled action schedules never runs; its row says so.
    ...(isCanceled(tx, from.jobId)
      ? { state: { kind: "canceled" }, completedTime: from.now() }
      : { state: { kind: "pending" } }),
  });
}

function checkDistance(scheduledTime: number, now: number): void {
  const ahead = scheduledTime - now;
  if (Math.abs(ahead) <= fiveYearsMs) return;
  const seconds = scheduledTime / 1000;
  throw new Error(
    `UnixTimestamp(${seconds}s) is more than 5 years in the ${ahead > 0 ? "future" : "past"}`,
  );
}

function cancel(from: Caller<unknown>, tx: WriteTransaction, id: string): string {
  if (tx.normalizeId({ table: "_scheduled_functions", idString: id }) === null) {
    throw new Error(
      "Invalid scheduled function ID. The ID must be an ID on the '_scheduled_functions' table.",
    );
  }
  const job = jobOf(tx, id);
  if (job === null || !["pending", "inProgress"].includes(job.state.kind)) return "null";
  const isMutation = from.host.app.functions.get(canonicalPath(job.name))?.kind === "mutation";
  // Only the mutation itself can see its own row in progress.
  if (job.state.kind === "inProgress" && isMutation && from.jobId === id) {
    throw new Error("A mutation cannot cancel itself");
  }
  tx.system.patch(id, { state: { kind: "canceled" }, completedTime: from.now() });
  return "null";
}

function isCanceled(tx: WriteTransaction, jobId: string | null): boolean {
  return jobId !== null && jobOf(tx, jobId)?.state.kind === "canceled";
}

function jobOf(tx: WriteTransaction, id: string): { name: string; state: { kind: string } } | null {
  const text = tx.get({ id, isSystem: true });
  return text === null ? null : (JSON.parse(text) as { name: string; state: { kind: string } });
}
