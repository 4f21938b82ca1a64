import { ConvexError } from "convex/values";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useServerMutation } from "../../hooks/edits/use-server-mutation.ts";
import { toast } from "../../components/ui/toast.ts";
import { useViewer } from "../../hooks/people/use-viewer.ts";
import { errorCode, errorSentence, showError } from "../../lib/errors.ts";
import { applyCreation, applyDeletion, applyUpdate } from "./optimistic-views.ts";
import type { SavedView } from "./use-views.ts";

/**
 * Functions that save, change and delete views. A change appears here at once, and is undone with the reason when the
 * server refuses it.
 */
export function useViewActions() {
  const create = useServerMutation(api.views.create);
  const update = useServerMutation(api.views.update);
  const remove = useServerMutation(api.views.remove);
  const { id, firstName, lastName } = useViewer();

  return useMemo(() => {
    const createdByName = [firstName, lastName].filter(Boolean).join(" ");
    return {
      create: create.withOptimisticUpdate(applyCreation({ createdBy: id, createdByName })),
      update: update.withOptimisticUpdate(applyUpdate),
      remove: ({ id: viewId, name }: SavedView) =>
        void remove
          .withOptimisticUpdate(applyDeletion)({ viewId })
          .then(() => toast({ title: `View “${name}” deleted` }), showRefusal),
    };
  }, [create, update, remove, id, firstName, lastName]);
}

/** Shows why a view was refused. It uses the server's message when that one says what to do. */
export function showRefusal(error: unknown): void {
  const data: unknown = error instanceof ConvexError ? error.data : null;
  const { message } = (data ?? {}) as { message?: string };
  const isTold = errorCode(error) === "invalid" && message !== undefined;
  showError(error, isTold ? message : errorSentence(error));
}
