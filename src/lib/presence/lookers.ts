import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";
import { withSharedParts } from "../shared-parts.ts";
import { createStore } from "../store.ts";

/** Another person who views a project or one of its units now. */
export type Looker = FunctionReturnType<typeof api.presence.list>[number];

type LookersByUnit = Readonly<Record<string, readonly Looker[]>>;

const NOBODY: readonly Looker[] = [];

const store = createStore<LookersByUnit>({});

/** The other people in each unit of the project that this page shows. */
export const unitLookers = {
  subscribe: store.subscribe,
  snapshot: store.snapshot,
  show: (lookers: readonly Looker[]) => {
    const next = byUnit(lookers);
    const now = withSharedParts(store.snapshot(), next);
    if (now !== store.snapshot()) store.set(now);
  },
};

/** The other people in one unit; the same array while its content is the same. */
export function lookersOf(now: LookersByUnit, unitId: string): readonly Looker[] {
  return now[unitId] ?? NOBODY;
}

function byUnit(lookers: readonly Looker[]): LookersByUnit {
  const units = new Set(lookers.flatMap(({ unitIds }) => unitIds));
  const entries = [...units].map((unitId) => [
    unitId,
    lookers.filter(({ unitIds }) => unitIds.includes(unitId)),
  ]);
  return Object.fromEntries(entries) as LookersByUnit;
}

/** A hue in degrees for a person, the same on every screen. */
export function hueOf(userId: string): number {
  let hue = 0;
  for (const letter of userId) hue = (hue * 31 + letter.charCodeAt(0)) % 360;
  return hue;
}
