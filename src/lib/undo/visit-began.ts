import { quietly } from "../device/quietly.ts";

/** The clocks of the device and of the server may differ by this much. */
const CLOCKS_APART_MS = 5 * 60_000;

const BEGAN_KEY = "turnboard.visit-began";

/** The moment at which the visit of this window began, as the first call finds it; a reload does not begin another one. */
export function visitBegan(): number {
  const known = Number(quietly(() => sessionStorage.getItem(BEGAN_KEY)) ?? Number.NaN);
  if (Number.isFinite(known)) return known;
  const began = performance.timeOrigin - CLOCKS_APART_MS;
  quietly(() => sessionStorage.setItem(BEGAN_KEY, String(began)));
  return began;
}
