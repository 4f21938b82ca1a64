import { inspect } from "node:util";

export type LogLevel = "LOG" | "DEBUG" | "INFO" | "WARN" | "ERROR";

/**
 * The `console` lines of one execution and of all functions that it calls, in the official format:
 * `[LOG] 'hello' { a: 1 }`.
 */
export class LogLines {
  readonly lines: string[] = [];
  readonly #limits: { logLines: number; logLineBytes: number };

  constructor(limits: { logLines: number; logLineBytes: number }) {
    this.#limits = limits;
  }

  write(level: LogLevel, values: readonly unknown[]): void {
    const { logLines, logLineBytes } = this.#limits;
    if (this.lines.length > logLines) return;
    if (this.lines.length === logLines) {
      this.lines.push(`[ERROR] Log overflow (maximum ${logLines}). Remaining log lines omitted.`);
      return;
    }
    const line = `[${level}] ${values.map((value) => inspect(value, { maxStringLength: logLineBytes })).join(" ")}`;
    this.lines.push(shorten(line, logLineBytes));
  }
}

function shorten(line: string, maxBytes: number): string {
  if (Buffer.byteLength(line) <= maxBytes) return line;
  const suffix = " (truncated due to length)";
  return (
    Buffer.from(line)
      .subarray(0, maxBytes - suffix.length)
      .toString() + suffix
  );
}
