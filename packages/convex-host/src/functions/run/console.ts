import { currentExecution, type RunningExecution } from "./context.ts";
import type { LogLevel } from "./log-lines.ts";

const levelByMethod = {
  log: "LOG",
  dir: "LOG",
  table: "LOG",
  debug: "DEBUG",
  trace: "DEBUG",
  info: "INFO",
  warn: "WARN",
  error: "ERROR",
} as const satisfies Record<string, LogLevel>;

type Timers = Map<string, number>;

/** The timers of `console.time`, by execution. */
const timers = new WeakMap<RunningExecution, Timers>();

/** Turns what functions write to `console` into log lines of their execution. */
export function installConsole(): void {
  for (const [name, level] of Object.entries(levelByMethod)) {
    const method = name as keyof typeof levelByMethod;
    const real = console[method].bind(console) as (...values: unknown[]) => void;
    console[method] = (...values: unknown[]) => {
      const execution = currentExecution();
      if (execution === undefined) real(...values);
      else execution.logs.write(level, values);
    };
  }
  for (const [name, use] of Object.entries(useByMethod)) {
    const method = name as keyof typeof useByMethod;
    const real = console[method].bind(console) as (...values: unknown[]) => void;
    console[method] = (label: unknown = "default", ...values: unknown[]) => {
      const execution = currentExecution();
      if (execution === undefined) real(label, ...values);
      else use(execution, String(label), values);
    };
  }
}

type Use = (execution: RunningExecution, label: string, values: unknown[]) => void;

const useByMethod = {
  time: (execution, label) => {
    const own = timersOf(execution);
    if (own.has(label)) warn(execution, `Timer '${label}' already exists`);
    else own.set(label, performance.now());
  },
  timeLog: say,
  timeEnd: (execution, label) => {
    say(execution, label, []);
    timersOf(execution).delete(label);
  },
} as const satisfies Record<string, Use>;

function say(execution: RunningExecution, label: string, values: unknown[]): void {
  const begun = timersOf(execution).get(label);
  if (begun === undefined) return warn(execution, `Timer '${label}' does not exist`);
  const ms = Math.round((performance.now() - begun) * 1000) / 1000;
  execution.logs.write("INFO", [`${label}: ${ms}ms`, ...values]);
}

function warn({ logs }: RunningExecution, text: string): void {
  logs.write("WARN", [text]);
}

function timersOf(execution: RunningExecution): Timers {
  const own: Timers = timers.get(execution) ?? new Map<string, number>();
  timers.set(execution, own);
  return own;
}
