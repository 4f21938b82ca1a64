import { outbox } from "../../lib/outbox/outbox.ts";
import { useStore } from "../use-store.ts";

type Operations = ReturnType<typeof outbox.snapshot>["operations"];

let counted: Operations = [];
let pending: ReadonlySet<string> = new Set();

/** True while an operation on this record is not confirmed by the server, live. */
export function usePending(recordId: string): boolean {
  return useStore(outbox, ({ operations }) => recordsOf(operations).has(recordId));
}

/** Computed once for each list of operations, because many marks ask for it. */
function recordsOf(operations: Operations): ReadonlySet<string> {
  if (operations === counted) return pending;
  counted = operations;
  const waiting = operations.filter(({ state }) => state !== "refused");
  pending = new Set(waiting.map(({ record }) => record));
  return pending;
}
