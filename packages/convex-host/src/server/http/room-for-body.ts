import type { SharedRoom } from "../bounds/shared-room.ts";
import type { Exchange } from "./exchange.ts";
import { HttpError } from "./respond.ts";

/** The room of a body. `signal` cuts the body until `arrived` is called. */
export type TakenRoom = { signal: AbortSignal; arrived: () => void };

/** The declared size of a body in bytes; `most` when it declares none. */
export function declaredBytes({ request }: Pick<Exchange, "request">, most: number): number {
  const declared = request.headers["content-length"];
  return declared === undefined ? most : Number(declared);
}

/** Takes room for a body until its request and the work that it began are over. Throws when there is none in time. */
export async function roomFor(
  exchange: Exchange,
  asked: { room: SharedRoom; name: string; bytes: number; ms: number; cutter?: AbortController },
): Promise<TakenRoom> {
  const { response } = exchange;
  const { room, cutter = new AbortController(), ...wanted } = asked;
  const refuse = (message: string) => {
    if (!response.headersSent) response.setHeader("Retry-After", 5);
    return new HttpError(503, "Overloaded", message);
  };
  const share = await room.take({
    ...wanted,
    isGone: () => response.destroyed,
    cut: () => cutter.abort(refuse(tooSlow)),
  });
  if (share === null) throw refuse(tooMuch);
  if (response.destroyed) share.giveBack();
  response.once("close", () => void Promise.resolve(exchange.over).then(share.giveBack));
  return { signal: cutter.signal, arrived: share.arrived };
}

const tooMuch = "Too much is being sent at once. Nothing of this was read; send it again later.";
const tooSlow =
  "Others wait for the room that what you are sending takes. Nothing of it was stored; send less at once, or again later.";
