import { lazyPart } from "../../components/ui/lazy-part.tsx";

/** The dialog of a task, whose code comes with the first one that is opened. */
export const OpenTask = lazyPart(
  async () => ({ default: (await import("./task-dialog.tsx")).TaskDialog }),
  { isOpen: ({ task }) => task !== undefined },
);
