import { createFileRoute } from "@tanstack/react-router";

import { RequirePermission } from "../../features/shell/require-permission.tsx";
import { TaskTemplatesPage } from "../../features/task-templates/task-templates-page.tsx";

export const Route = createFileRoute("/_workspace/task-templates")({ component: TaskTemplates });

function TaskTemplates() {
  return (
    <RequirePermission
      permission="project:write"
      refusal="You don't have permission to manage the master task list."
    >
      <TaskTemplatesPage />
    </RequirePermission>
  );
}
