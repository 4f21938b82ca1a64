import type { ComponentProps } from "react";
import { lazyPart } from "../components/ui/lazy-part.tsx";
import { useLast } from "../hooks/use-last.ts";

const AssignTasksDialog = lazyPart(
  async () => ({
    default: (await import("../features/tasks/assign/assign-tasks-dialog.tsx")).AssignTasksDialog,
  }),
  { isOpen: ({ target }) => target !== undefined },
);

/** The dialog that assigns tasks, on a page without units: its code comes when it is opened first. */
export function OpenAssignTasks(props: ComponentProps<typeof AssignTasksDialog>) {
  return useLast(props.target) && <AssignTasksDialog {...props} />;
}
