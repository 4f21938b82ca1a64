import { createFileRoute } from "@tanstack/react-router";
import { searchOf, text } from "../../lib/shape.ts";

import { RequirePermission } from "../../features/shell/require-permission.tsx";
import { TaskTemplatesPage } from "../../features/task-templates/task-templates-page.tsx";

export const Route = createFileRoute("/_workspace/task-templates")({
  validateSearch: searchOf({ template: text }),
  component: TaskTemplates,
});

function TaskTemplates() {
  return (
    <RequirePermission
      permission="project:write"
      refusal="You don't have permission to manage the master task list."
    >
      <TaskTemplatesPage shownId={Route.useSearch().template} />
    </RequirePermission>
  );
}
