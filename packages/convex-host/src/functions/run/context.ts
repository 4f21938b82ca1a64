import { AsyncLocalStorage } from "node:async_hooks";
import type { Environment } from "../app/app.ts";
import type { LogLines } from "./log-lines.ts";
import type { PendingWork } from "./pending-work.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** The execution, as the globals of this process see it. */
export interface RunningExecution {
  readonly environment: Environment;
  /** The frozen time of a query or mutation; null in actions, whose time runs. */
  readonly frozenMs: number | null;
  /** The seeded randomness of a query or mutation; null in actions. */
  readonly random: SeededRandom | null;
  readonly logs: LogLines;
  readonly pending: PendingWork;
  syscall(op: string, argsText: string): string;
  asyncSyscall(op: string, argsText: string): Promise<string>;
  jsSyscall(op: string, args: Record<string, unknown>): unknown;
  /** Ends the execution with this error: work that it started and did not await has failed. */
  fail(error: unknown): void;
}

const executions = new AsyncLocalStorage<RunningExecution | undefined>();

/** The execution whose code is on the stack, also after its awaits; undefined in the host's own code. */
export function currentExecution(): RunningExecution | undefined {
  return executions.getStore();
}

/** The current execution when it is a query or mutation, which may not reach the outside world; otherwise undefined. */
export function currentTransaction(): RunningExecution | undefined {
  const execution = currentExecution();
  return execution?.frozenMs == null ? undefined : execution;
}

/** Runs code as part of the execution. */
export function runInside<Result>(execution: RunningExecution, code: () => Result): Result {
  return executions.run(execution, code);
}

/**
 * Runs the host's own code outside of an execution from which it may have been reached. `exit` would turn the async
 * tracking of the whole thread off and on again.
 */
export function runOutside<Result>(code: () => Result): Result {
  return executions.run(undefined, code);
}

const outsideText =
  "The Convex database and auth objects are being used outside of a Convex function. " +
  "They work only while a query, mutation or action runs, not while modules load.";

/** Installs the global object that `convex/server` calls: every system call goes to the execution it comes from. */
export function installSyscalls(): void {
  const required = () => {
    const execution = currentExecution();
    if (execution === undefined) throw new Error(outsideText);
    return execution;
  };
  Object.assign(globalThis, {
    Convex: {
      syscall: (op: string, argsText: string) => required().syscall(op, argsText),
      asyncSyscall: (op: string, argsText: string) => {
        const execution = currentExecution();
        // An async function would create another promise for each call.
        return execution === undefined
          ? Promise.reject(new Error(outsideText))
          : execution.asyncSyscall(op, argsText);
      },
      jsSyscall: (op: string, args: Record<string, unknown>) => required().jsSyscall(op, args),
    },
  });
}
