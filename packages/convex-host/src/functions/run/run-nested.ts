import { mutationOperations, queryOperations } from "../syscalls/syscalls.ts";
import type { NestedCall } from "../syscalls/callers.ts";
import { CallError, toCallerError } from "./errors.ts";
import { type AnyExecution, Execution, type ExecutionSetup } from "./execution.ts";
import { encodeArguments, invoke, requireFunction, untilNoticed } from "./invoke.ts";
import type { RunServices } from "./services.ts";
import type { FunctionKind } from "../../wire/find-function.ts";
import type { ReadTransaction } from "../../database/transactions/read-transaction.ts";
import type { WriteTransaction } from "../../database/transactions/write-transaction.ts";

/** The properties that a nested execution takes from its caller. */
type Parent<Transaction> = AnyExecution &
  Pick<Execution<Transaction>, "transaction" | "origin" | "taker" | "frozenMs" | "random">;

/** The number of open sub-transactions of one mutation. */
export type Nesting = { open: number };

/** Runs a query that a query calls: in the caller's transaction, its reads added to the caller's read set. */
export function callFromQuery(services: RunServices): ExecutionSetup<ReadTransaction>["call"] {
  return (from, nested) => runNestedQuery(services, from, nested);
}

/**
 * Runs a function that a mutation calls, in the caller's transaction. A nested mutation that throws rolls back only its
 * own writes.
 */
export function callFromMutation(
  services: RunServices,
  nesting: Nesting,
): ExecutionSetup<WriteTransaction>["call"] {
  return (from, nested) =>
    nested.kind === "mutation"
      ? runNestedMutation(services, { from, nested, nesting })
      : runNestedQuery(services, from, nested);
}

async function runNestedQuery(
  services: RunServices,
  from: Parent<ReadTransaction>,
  nested: NestedCall,
): Promise<string> {
  const transaction = nested.stale === true ? from.transaction.staleView() : from.transaction;
  const child = (path: string) =>
    new Execution<ReadTransaction>({
      ...inherited(services, from, path),
      transaction,
      operations: queryOperations,
      call: callFromQuery(services),
    });
  return await runChild(services, { from, nested, kind: "query", child });
}

async function runNestedMutation(
  services: RunServices,
  call: { from: Parent<WriteTransaction>; nested: NestedCall; nesting: Nesting },
): Promise<string> {
  const { from, nested, nesting } = call;
  const { transaction } = from;
  const child = (path: string) =>
    new Execution<WriteTransaction>({
      ...inherited(services, from, path),
      transaction,
      operations: mutationOperations,
      call: callFromMutation(services, nesting),
    });
  transaction.enterNested();
  nesting.open += 1;
  let outcome: "keep" | "discard" = "discard";
  try {
    const value = await runChild(services, { from, nested, kind: "mutation", child });
    outcome = "keep";
    return value;
  } finally {
    // The end of the whole mutation has closed this sub-transaction already.
    if (!from.isOver) {
      nesting.open -= 1;
      transaction.leaveNested(outcome);
    }
  }
}

type ChildCall<Transaction> = {
  from: AnyExecution;
  nested: NestedCall;
  kind: FunctionKind;
  child: (path: string) => Execution<Transaction>;
};

async function runChild<Transaction>(
  services: RunServices,
  { from, nested, kind, child }: ChildCall<Transaction>,
): Promise<string> {
  if (from.depth >= services.limits.callDepth) {
    throw new CallError(
      "Cross component call depth limit exceeded. Do you have an infinite loop in your app?",
    );
  }
  const { app } = services.host;
  const called = requireFunction(app, { path: nested.path, kind, caller: "internal" });
  const execution = child(called.path);
  try {
    const invocation = {
      ...{ execution, called, argsText: encodeArguments(nested.args, services.limits) },
      ...{ catalog: services.database.catalog, limits: services.limits },
    };
    return await untilNoticed(execution, () => invoke(invocation));
  } catch (error) {
    throw toCallerError(error);
  } finally {
    execution.end();
  }
}

function inherited(services: RunServices, from: Parent<unknown>, path: string) {
  return {
    host: services.host,
    path,
    taker: from.taker,
    origin: from.origin,
    frozenMs: from.frozenMs,
    random: from.random?.child() ?? null,
    parent: from,
  };
}
