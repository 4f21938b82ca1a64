import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { ProjectFrame } from "../../features/shell/project/project-frame.tsx";
import { TimesheetPage } from "../../features/time/timesheet-page.tsx";
import { timesheetSearch } from "../../features/time/week/timesheet-search.ts";
import { useDialogAddress } from "../../hooks/address/use-dialog-address.ts";

export const Route = createFileRoute("/_workspace/projects/$projectId/time-tracking")({
  validateSearch: timesheetSearch,
  component: TimeTracking,
});

function TimeTracking() {
  const { projectId } = Route.useParams();
  const navigate = Route.useNavigate();
  const showWeek = useCallback(
    (monday: string | null) =>
      void navigate({ search: monday === null ? {} : { week: monday }, resetScroll: false }),
    [navigate],
  );
  return (
    <ProjectFrame projectId={projectId} section="time-tracking">
      <TimesheetPage
        key={projectId}
        projectId={projectId}
        search={Route.useSearch()}
        address={useDialogAddress()}
        onWeek={showWeek}
      />
    </ProjectFrame>
  );
}
