import { useMemo } from "react";
import { api } from "../../../../convex/_generated/api.js";
import { useServerMutation } from "../../../hooks/edits/use-server-mutation.ts";
import { toast } from "../../../components/ui/toast.ts";
import { showError } from "../../../lib/errors.ts";
import { applyProjectStatus } from "./optimistic-projects.ts";
import type { ProjectStatus } from "./project-types.ts";

/**
 * Changes a project's status. The change appears here at once, and is undone with a message when the server refuses it.
 */
export function useProjectStatus() {
  const update = useServerMutation(api.projects.update);
  return useMemo(() => {
    const updateNow = update.withOptimisticUpdate(applyProjectStatus);
    return (projectId: string, status: ProjectStatus) =>
      void updateNow({ projectId, status }).then(
        () => toast({ title: "Project updated successfully" }),
        (error: unknown) => showError(error),
      );
  }, [update]);
}
