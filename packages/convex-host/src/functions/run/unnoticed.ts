import { currentExecution } from "./context.ts";

/** The reason of the host's own rejections, and who waits for them, in their order. */
const mark = new Error("A mark of the host, not a fault");
const waiting: (() => void)[] = [];

/**
 * Gives errors and rejections that nobody handles to the execution that they belong to. Listeners hear of the host's own
 * faults alone; without a listener these are as fatal as ever.
 */
export function installUnnoticed(): void {
  const emit = process.emit.bind(process) as (...args: unknown[]) => boolean;
  const emitOthers = (...args: unknown[]) => takes(args[0], args[1]) || emit(...args);
  process.emit = emitOthers as typeof process.emit;
  installMicrotasks();
}

/**
 * Resolves when Node has told of every rejection until now that nobody handles. Node tells of all of them before it goes
 * on with anything else, so a rejection of our own tells when it has.
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

/** Some versions of Node forget the execution when a microtask throws. */
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
