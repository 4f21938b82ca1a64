import { useMutation } from "convex/react";
import { useMemo } from "react";
import { api } from "../../../../convex/_generated/api.js";
import { toast } from "../../../components/ui/toast.ts";
import { showError } from "../../../lib/errors.ts";
import { applyProjectStatus } from "./optimistic-projects.ts";
import type { ProjectStatus } from "./project-types.ts";

/** Changes a project's status: seen at once here, taken back with a message when refused. */
export function useProjectStatus() {
  const update = useMutation(api.projects.update);
  return useMemo(() => {
    const updateNow = update.withOptimisticUpdate(applyProjectStatus);
    return (projectId: string, status: ProjectStatus) =>
      void updateNow({ projectId, status }).then(
        () => toast({ title: "Project updated successfully" }),
        (error: unknown) => showError(error),
      );
  }, [update]);
}
