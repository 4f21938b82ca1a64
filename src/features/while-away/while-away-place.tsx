import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useAwaySince } from "../../hooks/people/use-visits.ts";
import { useCan } from "../../hooks/people/use-viewer.ts";

const WhileAway = lazyPart(() => import("./while-away.tsx"), {
  waiting: <Skeleton className="mb-6 h-44" />,
});

/** The summary of changes while the viewer was away for hours; nothing on other visits. */
export function WhileAwayPlace() {
  const since = useAwaySince();
  const readsProjects = useCan("project:read");
  if (since === undefined || !readsProjects) return null;
  return <WhileAway since={since} />;
}
