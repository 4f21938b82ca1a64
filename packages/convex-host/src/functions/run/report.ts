import { parsePath } from "../../wire/function-path.ts";
import {
  CallError,
  convexErrorData,
  EndlessError,
  fullText,
  NotStored,
  Overloaded,
} from "./errors.ts";
import type { OriginatedCall, RunServices } from "./services.ts";
import type { FinishedRun } from "./calls.ts";
import { auditFields } from "../../wire/audit-fields.ts";

type Ended = { ok: true } | { ok: false; error: unknown };

/**
 * Tells the operator what a call printed and how it failed, whatever the caller gets to see. A ConvexError is an
 * expected answer, and a refusal of the host is a mistake of the caller.
 */
export function report(
  services: RunServices,
  call: Pick<OriginatedCall, "path" | "origin"> & { kind?: FinishedRun["kind"] },
  settled: Ended,
): void {
  const { log } = services;
  const { path, origin } = call;
  const { requestId } = origin.request;
  for (const line of origin.logs.lines) log.info("function.printed", { path, requestId, line });
  const run = finishedRun(services, call, settled);
  reportAudit(services, origin, run);
  services.onRun(run);
  if (settled.ok) return;
  const { error } = settled;
  const fields = { path, requestId, error: fullText(error) };
  // The refused commit has logged its cause.
  if (error instanceof NotStored) return;
  if (isExpected(error)) log.debug("function.refused", { ...fields, error: textOfRefusal(error) });
  else log.warn("function.failed", fields);
}

function isExpected(error: unknown): boolean {
  if (error instanceof EndlessError || error instanceof Overloaded) return false;
  return error instanceof CallError || convexErrorData(error) !== undefined;
}

/** The text of a refusal for the log: without the arguments, which the host's own words quote from their second line on. */
function textOfRefusal(error: unknown): string {
  const text = fullText(error);
  return error instanceof CallError ? text.replace(/\n.*/s, "") : text;
}

/**
 * Writes the audit lines of a call to the log. The app stores entries of its own in its transactions. A transaction
 * that failed has stored none, so its lines also go to the app's audit function.
 */
function reportAudit(
  { log, keepAudit }: RunServices,
  { audit }: OriginatedCall["origin"],
  { kind, error }: FinishedRun,
): void {
  for (const line of audit.lines) log.info("audit", auditFields(line));
  const isTransaction = kind === "query" || kind === "mutation";
  if (error !== null && isTransaction && audit.lines.length > 0) keepAudit(audit.lines);
}

function finishedRun(
  { host }: RunServices,
  { path, kind, origin }: Parameters<typeof report>[1],
  settled: Ended,
): FinishedRun {
  const { startedMs, logs, request } = origin;
  return {
    path,
    kind: kind ?? host.app.functions.get(parsePath(path) ?? "")?.kind ?? "query",
    requestId: request.requestId,
    startedMs,
    ms: Math.max(0, host.clock() - startedMs),
    logLines: logs.lines,
    error: settled.ok ? null : fullText(settled.error),
  };
}
