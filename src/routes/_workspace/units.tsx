import { createFileRoute } from "@tanstack/react-router";

import { SectionEntry } from "../../features/shell/project/section-entry.tsx";

export const Route = createFileRoute("/_workspace/units")({ component: Entry });

function Entry() {
  return (
    <SectionEntry
      section="units"
      heading="Unit Management"
      emptyTitle="Select a project"
      emptyDescription="Its units appear here with their progress, tasks, photos and notes."
    />
  );
}
