import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";

/**
 * The plan of an open unit. It loads with the unit's panels, so that a list of units needs no code for the rules of its
 * fields.
 */
export const UnitPlan = lazyPart(
  async () => ({ default: (await import("./unit-plan.tsx")).UnitPlan }),
  { waiting: <Skeleton className="h-48" /> },
);
