import { lazyPart } from "../components/ui/lazy-part.tsx";

/** The dialog that assigns tasks to a unit, or to all units of a project. */
export const AssignTasksDialog = lazyPart(
  async () => ({
    default: (await import("../features/tasks/assign/assign-tasks-dialog.tsx")).AssignTasksDialog,
  }),
  { isOpen: ({ target }) => target !== undefined },
);
