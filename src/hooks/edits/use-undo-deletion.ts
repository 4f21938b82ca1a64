import { useCallback } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useServerMutation } from "./use-server-mutation.ts";
import { showError } from "../../lib/errors.ts";
import { outbox } from "../../lib/outbox/outbox.ts";
import { toastStore } from "../../lib/toast-store.ts";

/** Makes the "Undo" of a deletion's toast: the record returns with everything that belonged to it. */
export function useUndoDeletion(): (recordId: string) => () => void {
  const takeBack = useServerMutation(api.trash.takeBack);
  return useCallback(
    (recordId) => () =>
      void takeBack({ recordId: outbox.recordOf(recordId) ?? recordId }).then(
        () => toastStore.show({ title: "Deletion undone" }),
        (error: unknown) => showError(error),
      ),
    [takeBack],
  );
}
