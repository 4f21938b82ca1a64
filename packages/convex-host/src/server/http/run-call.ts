import type { Caller } from "../sync/caller-check.ts";
import { readJsonObject, refuseDeclaredSize } from "./body.ts";
import type { Exchange, HttpServices } from "./exchange.ts";
import { nameOf } from "./fair-turns.ts";
import { HttpError } from "./respond.ts";

/** A request and its caller. */
export type Asked = { services: HttpServices; exchange: Exchange; caller: Caller };

/** The arguments of a call. Nothing of it is read while the caller has too many waiting, or there is no room for it. */
export async function readArguments({
  services,
  exchange,
  caller,
}: Asked): Promise<Record<string, unknown>> {
  const { turns, limits } = services;
  turns.refuseCrowd(exchange, caller);
  const bounds = callLimits(services, caller);
  refuseDeclaredSize(exchange.request, bounds.bytes);
  if (bounds.bytes > limits.unsignedFrameBytes) await takeRoom({ services, exchange, caller });
  return await readJsonObject(exchange.request, bounds);
}

/** As on a socket, who is not signed in sends little. */
function callLimits({ limits }: HttpServices, { identity, isAdmin }: Caller) {
  const { callBodyBytes, unsignedFrameBytes, bodyMs } = limits;
  const isSignedIn = identity !== null || isAdmin;
  const bytes = isSignedIn ? callBodyBytes : Math.min(callBodyBytes, unsignedFrameBytes);
  return { bytes, ms: bodyMs };
}

/** Room for a large body, until its request is over (SPEC B20). One that does not say its size may have any. */
async function takeRoom({ services, exchange, caller }: Asked): Promise<void> {
  const { limits, bodyRoom } = services;
  const { request, response } = exchange;
  const declared = request.headers["content-length"];
  const bytes = declared === undefined ? limits.callBodyBytes : Number(declared);
  if (bytes <= limits.unsignedFrameBytes) return;
  const { name } = nameOf(caller, exchange);
  const isGone = () => response.destroyed;
  const giveBack = await bodyRoom.take({ name, bytes, isGone, ms: limits.bodyMs });
  if (giveBack !== null) return void response.once("close", giveBack);
  response.setHeader("Retry-After", 5);
  const message = "Too much is being sent at once. Nothing of this was read; send it again later.";
  throw new HttpError(503, "Overloaded", message);
}

/** Asks the function thread when it is the caller's turn. */
export function inTurn<Answer>(
  { services, exchange, caller }: Asked,
  ask: (thread: HttpServices["thread"]) => Promise<Answer>,
): Promise<Answer> {
  return services.turns.run(exchange, caller, () => ask(services.thread));
}
