import { quietly } from "../device/quietly.ts";

/** The difference in ms that is allowed between the clocks of the device and the server. */
const CLOCKS_APART_MS = 5 * 60_000;

const BEGAN_KEY = "turnboard.visit-began";

/** The time in ms at which the visit of this window began, as the first call finds it. A reload starts no new visit. */
export function visitBegan(): number {
  const known = Number(quietly(() => sessionStorage.getItem(BEGAN_KEY)) ?? Number.NaN);
  if (Number.isFinite(known)) return known;
  const began = performance.timeOrigin - CLOCKS_APART_MS;
  quietly(() => sessionStorage.setItem(BEGAN_KEY, String(began)));
  return began;
}
