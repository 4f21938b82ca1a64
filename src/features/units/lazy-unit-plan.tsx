import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";

/** The plan of an open unit comes with its panels: a list of units does without the rules of its fields. */
export const UnitPlan = lazyPart(
  async () => ({ default: (await import("./unit-plan.tsx")).UnitPlan }),
  { waiting: <Skeleton className="h-48" /> },
);
