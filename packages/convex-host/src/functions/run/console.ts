import { currentExecution } from "./context.ts";
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
}
