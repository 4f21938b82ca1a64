import type { ComponentProps } from "react";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { useLast } from "../../hooks/use-last.ts";

const TaskDialog = lazyPart(
  async () => ({ default: (await import("./task-dialog.tsx")).TaskDialog }),
  { isOpen: ({ task }) => task !== undefined },
);

/** The dialog of a task, whose code comes with the first one that is opened. */
export function OpenTask(props: ComponentProps<typeof TaskDialog>) {
  return useLast(props.task) && <TaskDialog {...props} />;
}
