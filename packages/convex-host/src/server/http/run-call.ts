import type { Caller } from "../sync/caller-check.ts";
import { readJsonObject, refuseDeclaredSize } from "./body.ts";
import type { Exchange, HttpServices } from "./exchange.ts";
import { declaredBytes, roomFor, type TakenRoom } from "./room-for-body.ts";

/** A request and its caller. */
export type Asked = { services: HttpServices; exchange: Exchange; caller: Caller };

/**
 * The arguments of a call. Throws, before anything is read, when the caller has too many calls waiting or there is no
 * room for the body.
 */
export async function readArguments({
  services,
  exchange,
  caller,
}: Asked): Promise<Record<string, unknown>> {
  const { turns, limits } = services;
  turns.refuseCrowd(exchange, caller);
  const bounds = callLimits(services, caller);
  refuseDeclaredSize(exchange.request, bounds.bytes);
  const small = limits.unsignedFrameBytes;
  if (bounds.bytes <= small || declaredBytes(exchange, limits.callBodyBytes) <= small)
    return await readJsonObject(exchange.request, bounds);
  const room = await takeRoom({ services, exchange, caller });
  const json = await readJsonObject(exchange.request, { ...bounds, signal: room.signal });
  room.arrived();
  return json;
}

/** The body limits of a call. As on a socket, a caller that is not signed in sends little. */
function callLimits({ limits }: HttpServices, { identity, isAdmin }: Caller) {
  const { callBodyBytes, unsignedFrameBytes, bodyMs } = limits;
  const isSignedIn = identity !== null || isAdmin;
  const bytes = isSignedIn ? callBodyBytes : Math.min(callBodyBytes, unsignedFrameBytes);
  return { bytes, ms: bodyMs };
}

/** Takes room for a large body until its request is over (SPEC B20). */
async function takeRoom({ services, exchange, caller }: Asked): Promise<TakenRoom> {
  const { limits, bodyRoom, turns } = services;
  const bytes = declaredBytes(exchange, limits.callBodyBytes);
  const { name } = turns.nameOf(exchange, caller);
  return await roomFor(exchange, { room: bodyRoom, name, bytes, ms: limits.bodyMs });
}

/** Asks the function thread in a turn of the caller. */
export function inTurn<Answer>(
  { services, exchange, caller }: Asked,
  ask: (thread: HttpServices["thread"]) => Promise<Answer>,
): Promise<Answer> {
  return services.turns.runUntilRead(exchange, caller, () => ask(services.thread));
}
