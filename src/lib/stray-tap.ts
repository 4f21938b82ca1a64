/** The time in ms within which two taps are one double tap. */
const DOUBLE_TAP_MS = 350;

/** The distance in px within which two taps of a finger are at the same place. */
const SAME_PLACE_PX = 24;

interface Tap {
  timeStamp: number;
  clientX: number;
  clientY: number;
  /** The number of clicks; 0 for a key. */
  detail: number;
}

/** The last tap that counted. */
let counted: ({ id: string } & Omit<Tap, "detail">) | null = null;

/**
 * True for the second tap of a double tap when it hits another record than the first: a tick removes its row, and the
 * next row moves under the finger. A tap in another place, a later tap and a key always count, and so does a click
 * without coordinates, which no finger made. Where each tap counts for a step, `oneStep` also refuses the second tap of
 * a double tap on the same record.
 */
export function isStrayTap(id: string, tap: Tap, { oneStep = false } = {}): boolean {
  const { timeStamp, clientX, clientY, detail } = tap;
  if (detail === 0 || (clientX === 0 && clientY === 0)) return false;
  const isStray =
    counted !== null &&
    (oneStep || counted.id !== id) &&
    timeStamp - counted.timeStamp < DOUBLE_TAP_MS &&
    Math.hypot(clientX - counted.clientX, clientY - counted.clientY) < SAME_PLACE_PX;
  // A stray tap begins no double tap, so quick taps at one place still tick one row after the other.
  if (!isStray) counted = { id, timeStamp, clientX, clientY };
  return isStray;
}
