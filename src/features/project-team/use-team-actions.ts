import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useServerMutation } from "../../hooks/edits/use-server-mutation.ts";
import { toast } from "../../components/ui/toast.ts";
import { showError } from "../../lib/errors.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { applyAssignment, applyRemoval } from "./optimistic-team.ts";

/**
 * Functions that assign members to a project's team and remove them. A change appears here at once, and is undone with
 * a message when the server refuses it.
 */
export function useTeamActions(projectId: string) {
  const assign = useServerMutation(api.projectTeams.assign);
  const unassign = useServerMutation(api.projectTeams.unassign);

  return useMemo(() => {
    const assignNow = assign.withOptimisticUpdate(applyAssignment);
    const unassignNow = unassign.withOptimisticUpdate(applyRemoval);
    return {
      assignMember: (teamMemberId: string) =>
        void assignNow({ projectId, teamMemberId, key: newRequestKey() }).then(
          () => toast({ title: "Team member assigned to project successfully" }),
          (error: unknown) => showError(error, "Failed to assign team member"),
        ),
      removeTeamMember: (teamMemberId: string) =>
        void unassignNow({ projectId, teamMemberId }).then(
          () => toast({ title: "Team member removed from project successfully" }),
          (error: unknown) => showError(error),
        ),
    };
  }, [assign, unassign, projectId]);
}
