import { useMemo } from "react";
import { api } from "../../../../convex/_generated/api.js";
import { useServerMutation } from "../../../hooks/edits/use-server-mutation.ts";
import { toast } from "../../../components/ui/toast.ts";
import { useUndoDeletion } from "../../../hooks/edits/use-undo-deletion.ts";
import { showError } from "../../../lib/errors.ts";
import { doAndTell } from "../../../lib/outbox/do-and-tell.ts";
import {
  applyPhotoDeletion,
  applyPhotoUpdate,
} from "../../../lib/photos/optimistic-photo-change.ts";
import { nextTurn } from "../../../lib/photos/optimistic-turn.ts";
import type { Photo } from "../../../lib/photos/photo.ts";

/**
 * Functions that date, turn and delete photos. A change appears here at once, and is undone with a message when the
 * server refuses it.
 */
export function usePhotoActions() {
  const update = useServerMutation(api.photos.update);
  const remove = useServerMutation(api.photos.remove);
  const undoDeletion = useUndoDeletion();

  return useMemo(() => {
    const updateNow = update.withOptimisticUpdate(applyPhotoUpdate);
    const deleteNow = remove.withOptimisticUpdate(applyPhotoDeletion);
    return {
      setPhotoDate: (photoId: string, photoDate: string) =>
        void updateNow({ photoId, photoDate }).then(
          () => toast({ title: "Photo date updated successfully" }),
          (error: unknown) => showError(error, "Failed to update photo date"),
        ),
      turnPhoto: ({ id, rotation }: Pick<Photo, "id" | "rotation">) =>
        void doAndTell(
          "photo.turn",
          { photoId: id, rotation: nextTurn(rotation) },
          { failure: "Failed to turn photo" },
        ),
      deletePhoto: (photoId: string) =>
        void deleteNow({ photoId }).then(
          () => toast({ title: "Photo deleted successfully", undo: undoDeletion(photoId) }),
          (error: unknown) => showError(error, "Failed to delete photo"),
        ),
    };
  }, [update, remove, undoDeletion]);
}
