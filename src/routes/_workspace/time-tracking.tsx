import { createFileRoute } from "@tanstack/react-router";

import { SectionEntry } from "../../features/shell/project/section-entry.tsx";

export const Route = createFileRoute("/_workspace/time-tracking")({ component: Entry });

function Entry() {
  return (
    <SectionEntry
      section="time-tracking"
      heading="Weekly Timesheet"
      emptyTitle="Select a Project"
      emptyDescription="The hours worked on it appear here, week by week."
    />
  );
}
