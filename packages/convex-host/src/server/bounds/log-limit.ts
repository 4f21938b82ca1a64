import type { LogFields, Logger } from "../../log.ts";

/** The lines of one kind that may come at once, and the number of them that come back each minute. */
const atOnce = 300;
const perMinute = 10;
/** The kinds of one event with a count of their own. All further kinds share one, because clients can invent paths. */
const kindsPerEvent = 50;

/** A logger, and the function that ends it and reports the lines that were left out. */
export type LimitedLog = { log: Logger; end: () => void };

/**
 * Passes lines on within a rate: a client that repeats what makes a line would fill the disk and hide everything else.
 * A kind is an event with its path or its kind. Left-out lines are counted, and the counts are logged each minute.
 * Debug lines were asked for and are not counted.
 */
export function limitRepeats(log: Logger): LimitedLog {
  const leftByKind = new Map<string, Map<string, number>>();
  const leftOut = new Map<string, number>();

  const mayPass = (event: string, fields: LogFields) => {
    const kinds = leftByKind.get(event) ?? new Map<string, number>();
    leftByKind.set(event, kinds);
    const named = String(fields["path"] ?? fields["kind"] ?? "");
    const kind = kinds.has(named) || kinds.size < kindsPerEvent ? named : "others";
    const left = kinds.get(kind) ?? atOnce;
    kinds.set(kind, Math.max(0, left - 1));
    return left > 0;
  };
  const limited =
    (level: "info" | "warn" | "error") =>
    (event: string, fields: LogFields = {}) => {
      if (mayPass(event, fields)) log[level](event, fields);
      else leftOut.set(event, (leftOut.get(event) ?? 0) + 1);
    };
  const tell = () => {
    for (const [of, lines] of leftOut) log.warn("log.left-out", { of, lines });
    leftOut.clear();
  };
  const timer = setInterval(() => {
    tell();
    for (const kinds of leftByKind.values()) giveBack(kinds);
  }, 60_000);
  timer.unref();

  return {
    log: {
      debug: (event, fields) => log.debug(event, fields),
      info: limited("info"),
      warn: limited("warn"),
      error: limited("error"),
    },
    end: () => {
      clearInterval(timer);
      tell();
    },
  };
}

function giveBack(kinds: Map<string, number>): void {
  for (const [kind, left] of kinds)
    if (left + perMinute >= atOnce) kinds.delete(kind);
    else kinds.set(kind, left + perMinute);
}
