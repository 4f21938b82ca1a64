import { currentExecution } from "./context.ts";

/** The reason of the host's own rejections, and the callbacks that wait for them, in order. */
const mark = new Error("A mark of the host, not a fault");
const waiting: (() => void)[] = [];

/**
 * Gives unhandled errors and rejections to the execution that they belong to. Only the host's own reach the listeners
 * of the process; without a listener they end the process as usual.
 */
export function installUnnoticed(): void {
  const emit = process.emit.bind(process) as (...args: unknown[]) => boolean;
  const emitOthers = (...args: unknown[]) => takes(args[0], args[1]) || emit(...args);
  process.emit = emitOthers as typeof process.emit;
  installMicrotasks();
}

/**
 * Resolves when Node has reported every unhandled rejection until now. Node reports all of them before it goes on, so a
 * rejection of our own marks the end.
 */
export function untilRejectionsTold(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    void Promise.reject(mark);
  });
}

function takes(event: unknown, reason: unknown): boolean {
  if (event !== "unhandledRejection" && event !== "uncaughtException") return false;
  if (reason === mark) {
    waiting.shift()?.();
    return true;
  }
  const execution = currentExecution();
  execution?.fail(reason);
  return execution !== undefined;
}

/** Catches errors of microtasks: some versions of Node lose the execution when a microtask throws. */
function installMicrotasks(): void {
  const real = globalThis.queueMicrotask;
  globalThis.queueMicrotask = (callback) => {
    const execution = currentExecution();
    if (execution === undefined) return real(callback);
    real(() => {
      try {
        callback();
      } catch (error) {
        execution.fail(error);
      }
    });
  };
}
