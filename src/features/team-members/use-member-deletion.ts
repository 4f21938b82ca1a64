import type { OptimisticLocalStore } from "convex/browser";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useServerMutation } from "../../hooks/edits/use-server-mutation.ts";
import { toast } from "../../components/ui/toast.ts";
import { errorCode, showError } from "../../lib/errors.ts";

/** The message when a member of a project's team cannot be deleted; the server uses the same text. */
export const ASSIGNED_REASON = "Cannot delete team member assigned to projects";

/**
 * Deletes a member from the pool. The member disappears at once, and returns with a message when the server refuses.
 */
export function useMemberDeletion(): (teamMemberId: string) => void {
  const remove = useServerMutation(api.teamMembers.remove);

  return useMemo(() => {
    const deleteNow = remove.withOptimisticUpdate(applyDeletion);
    return (teamMemberId) =>
      void deleteNow({ teamMemberId }).then(
        () => toast({ title: "Team member deleted successfully" }),
        (error: unknown) =>
          errorCode(error) === "conflict" ? showError(error, ASSIGNED_REASON) : showError(error),
      );
  }, [remove]);
}

function applyDeletion(store: OptimisticLocalStore, removed: { teamMemberId: string }): void {
  const pool = store.getQuery(api.teamMembers.list, {});
  if (!pool) return;
  store.setQuery(
    api.teamMembers.list,
    {},
    pool.filter(({ id }) => id !== removed.teamMemberId),
  );
}
