export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes one JSON line per event; callers never pass tokens, cookies, bodies or query strings. */
export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const rankByLevel: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

// The most characters of one text: the longest line that functions print.
const longestText = 32 * 1024;

/** A logger that drops everything below `level`. */
export function createLogger(options: {
  level: LogLevel;
  write: (line: string) => void;
  now: () => number;
}): Logger {
  const lowest = rankByLevel[options.level];
  const writerOf = (level: Exclude<LogLevel, "silent">) => (event: string, fields?: LogFields) => {
    if (rankByLevel[level] < lowest) return;
    const time = new Date(options.now()).toISOString();
    options.write(`${JSON.stringify({ time, level, event, ...fields }, cutLongText)}\n`);
  };
  return {
    debug: writerOf("debug"),
    info: writerOf("info"),
    warn: writerOf("warn"),
    error: writerOf("error"),
  };
}

/** Cuts a long text, because a message may contain anything that a client sent. */
function cutLongText(_name: string, value: unknown): unknown {
  if (typeof value !== "string" || value.length <= longestText) return value;
  return `${value.slice(0, longestText)}… (${value.length} characters)`;
}

/** The stack of a thrown value, or its text when it has no stack. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The message of a thrown value without the stack, for people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
