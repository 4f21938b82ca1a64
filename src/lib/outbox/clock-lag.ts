import { timeTold } from "../connection/session-token.ts";

/** The smallest step of this device's clock, in ms, that counts as a change of it. */
const STEP_MS = 1000;

/**
 * The time in ms by which this device's clock is behind the server's for certain, negative when it is ahead. Undefined
 * until a token has told the server's time, and again after a sleep of the device or a change of its clock: the clock
 * and the age of the page no longer agree then.
 */
export function clockLag(): number | undefined {
  if (timeTold.last === null) return undefined;
  const [second, askedAt, heardAt, age] = timeTold.last;
  if (Math.abs(Date.now() - heardAt - (performance.now() - age)) > STEP_MS) return undefined;
  // The server made the token at some time of that second, between the request and the answer.
  const [least, most] = [1000 * second - heardAt, 1000 * (second + 1) - askedAt];
  return Math.max(least, 0) + Math.min(most, 0);
}
