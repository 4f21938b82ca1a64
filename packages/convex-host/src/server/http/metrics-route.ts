import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Gauges, MetricsPage } from "../bounds/metrics.ts";
import { HttpError, sendText } from "./respond.ts";

export const metricsPath = "/api/metrics";

/** The metrics page, the token that opens it, and its gauges. */
export type ShownMetrics = { page: MetricsPage; token: string; gauges: Gauges };

/** Shows the metrics to a request with the token, sent as `Authorization: Bearer ...`. */
export async function answerMetrics(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { page, token, gauges }: ShownMetrics,
): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD")
    throw new HttpError(405, "MethodNotAllowed", "Read the metrics with GET.");
  if (!isSame(request.headers.authorization ?? "", `Bearer ${token}`)) {
    response.setHeader("WWW-Authenticate", "Bearer");
    throw new HttpError(401, "Unauthenticated", "Send the token of METRICS_TOKEN as Bearer.");
  }
  response.setHeader("Cache-Control", "no-store");
  sendText(response, { status: 200, type: page.contentType, text: await page.show(gauges) });
}

/** Compares hashes, so that the time tells nothing about where two texts differ. */
function isSame(left: string, right: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(left), hash(right));
}
