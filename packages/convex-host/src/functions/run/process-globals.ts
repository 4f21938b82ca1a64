import { onlyInActions } from "../syscalls/refusals.ts";
import { installConsole } from "./console.ts";
import { currentExecution, currentTransaction, installSyscalls } from "./context.ts";
import { installCrypto } from "./crypto.ts";
import { refuseInTransactions } from "./refuse-in-transactions.ts";
import { installUnnoticed } from "./unnoticed.ts";

let isInstalled = false;

/**
 * Gives this process's globals their meaning inside of executions (SPEC section R): frozen time and seeded randomness
 * in queries and mutations, no timers and no fetch there, captured console, the app's own `process.env`. Outside of
 * executions, so in the host's own code, nothing changes.
 */
export function installEnvironment(): void {
  if (isInstalled) return;
  isInstalled = true;
  installSyscalls();
  installClock();
  installCrypto();
  installConsole();
  installRefusals();
  installProcessEnv();
  installUnnoticed();
}

function installClock(): void {
  const RealDate = Date;
  const realNow = Date.now;
  const now = () => currentExecution()?.frozenMs ?? realNow();
  RealDate.now = now;
  globalThis.Date = new Proxy(RealDate, {
    construct: (Target, args, newTarget) => {
      if (args.length === 0) return Reflect.construct(Target, [now()], newTarget) as object;
      // The most common call by far: results turn stored times into texts, many times each.
      if (args.length === 1 && newTarget === globalThis.Date) return new Target(args[0] as number);
      return Reflect.construct(Target, args, newTarget) as object;
    },
    apply: () => new RealDate(now()).toString(),
  });
  const realPerformanceNow = performance.now.bind(performance);
  performance.now = () => (currentTransaction() === undefined ? realPerformanceNow() : 0);
  const realRandom = Math.random;
  Math.random = () => currentExecution()?.random?.number() ?? realRandom();
}

function installRefusals(): void {
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    if (currentTransaction() !== undefined) throw onlyInActions("fetch()");
    return await realFetch(...args);
  };
  for (const name of ["setTimeout", "setInterval", "setImmediate"] as const) {
    refuseInTransactions(globalThis, name, () => name);
  }
}

function installProcessEnv(): void {
  const real = process.env;
  Object.defineProperty(process, "env", {
    get: () => currentExecution()?.environment ?? real,
    configurable: true,
    enumerable: true,
  });
}
