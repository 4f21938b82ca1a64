import { lazyPart } from "../components/ui/lazy-part.tsx";
import { useProjects } from "../features/shell/use-projects.ts";
import { useStandsAlone } from "../features/shell/use-stands-alone.ts";
import { useAnswered } from "../hooks/use-answered.ts";
import { useStore } from "../hooks/use-store.ts";
import { useCan } from "../hooks/use-viewer.ts";
import { quick } from "../lib/quick.ts";

const Keys = lazyPart(() => import("../features/keys/keys.tsx"), { failedClassName: "hidden" });
const RecentChanges = lazyPart(() => import("../features/recent-changes/recent-changes.tsx"), {
  failedClassName: "hidden",
});

/** The keyboard's ways through the workspace. Their code comes behind the first answers of a screen, or when it is asked for. */
export function QuickParts() {
  const standsAlone = useStandsAlone();
  const reads = useCan("project:read");
  return reads && !standsAlone && <Parts />;
}

function Parts() {
  const { selected } = useProjects();
  const isAnswered = useAnswered();
  const isAsked = useStore(quick, (open) => open !== null);
  return (
    (isAnswered || isAsked) && (
      <>
        <Keys project={selected} />
        <RecentChanges />
      </>
    )
  );
}
