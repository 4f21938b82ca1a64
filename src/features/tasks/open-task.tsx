import { lazyPart } from "../../components/ui/lazy-part.tsx";

/** The dialog of a task. Its code loads when a task is first opened. */
export const OpenTask = lazyPart(
  async () => ({ default: (await import("./task-dialog.tsx")).TaskDialog }),
  { isOpen: ({ task }) => task !== undefined },
);
