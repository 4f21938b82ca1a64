import { CallError, convexErrorData, fullText, HostFault } from "./errors.ts";
import type { OriginatedCall, RunServices } from "./services.ts";

/**
 * Tells the operator what a call printed and how it failed, whatever the caller gets to see. A ConvexError is an expected
 * answer, and what the host refused is the caller's mistake.
 */
export function report(
  { log }: RunServices,
  { path, origin }: Pick<OriginatedCall, "path" | "origin">,
  settled: { ok: true } | { ok: false; error: unknown },
): void {
  const { requestId } = origin.request;
  for (const line of origin.logs.lines) log.info("function.printed", { path, requestId, line });
  if (settled.ok) return;
  const { error } = settled;
  const fields = { path, requestId, error: fullText(error) };
  if (error instanceof HostFault) log.error("function.not-stored", fields);
  else if (error instanceof CallError || convexErrorData(error) !== undefined) {
    log.debug("function.refused", fields);
  } else log.warn("function.failed", fields);
}
