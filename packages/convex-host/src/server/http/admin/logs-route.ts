import { setTimeout as wait } from "node:timers/promises";
import type { Exchange, RouteHandler } from "../exchange.ts";
import { HttpError, sendJson } from "../respond.ts";

const longestWaitMs = 10_000;
const lookEveryMs = 250;

/** `GET /api/stream_function_logs?cursor=`: the runs after the cursor. It waits for one, except at the first call. */
export const logsRoute: RouteHandler = async ({ thread }, exchange) => {
  const cursor = Number(exchange.url.searchParams.get("cursor") ?? 0);
  if (!Number.isFinite(cursor))
    throw new HttpError(400, "BadCursor", "cursor must be a number that came with earlier lines.");
  const endsAt = performance.now() + longestWaitMs;
  let read = await thread.ask("run-log", { cursor });
  while (
    cursor > 0 &&
    read.entries.length === 0 &&
    performance.now() < endsAt &&
    isAwaited(exchange)
  ) {
    await wait(lookEveryMs);
    read = await thread.ask("run-log", { cursor });
  }
  sendJson(exchange.response, 200, read);
};

function isAwaited({ response }: Exchange): boolean {
  return !response.destroyed && !response.closed;
}
