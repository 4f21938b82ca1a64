import { useStore } from "../../hooks/use-store.ts";
import { lookersOf, unitLookers } from "../../lib/presence/lookers.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const views = () => import("./presence-views.tsx");

// The parts take no room while they load, and none after a failed load.
const options = { failedClassName: "hidden" };

export const ProjectLookers = lazyPart(
  async () => ({ default: (await views()).ProjectLookersView }),
  options,
);

export const UnitLookers = lazyPart(
  async () => ({ default: (await views()).UnitLookersView }),
  options,
);

const LookerMark = lazyPart(
  async () => ({ default: (await import("./lookers.tsx")).LookerMark }),
  options,
);

/** A mark of the other people in a unit, on its card or row; empty without any. */
export function UnitMark({ unitId }: { unitId: string }) {
  const lookers = useStore(unitLookers, (now) => lookersOf(now, unitId));
  return lookers.length > 0 && <LookerMark lookers={lookers} />;
}
