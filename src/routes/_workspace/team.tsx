import { createFileRoute } from "@tanstack/react-router";

import { SectionEntry } from "../../features/shell/project/section-entry.tsx";

export const Route = createFileRoute("/_workspace/team")({ component: Entry });

function Entry() {
  return (
    <SectionEntry
      section="team"
      heading="Project Team"
      emptyTitle="Select a project"
      emptyDescription="The people who work on it appear here."
    />
  );
}
