import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useServerMutation } from "../../hooks/edits/use-server-mutation.ts";
import { toast } from "../../components/ui/toast.ts";
import { showError } from "../../lib/errors.ts";
import { applyTemplateOrder, applyTemplateRetirement } from "./optimistic-templates.ts";

/**
 * Functions that order and retire task templates. A change appears here at once, and is undone with a message when the
 * server refuses it.
 */
export function useTemplateActions() {
  const reorder = useServerMutation(api.taskTemplates.reorder);
  const retire = useServerMutation(api.taskTemplates.retire);

  return useMemo(() => {
    const reorderNow = reorder.withOptimisticUpdate(applyTemplateOrder);
    const retireNow = retire.withOptimisticUpdate(applyTemplateRetirement);
    return {
      reorderTemplates: (templateIds: string[]) =>
        void reorderNow({ templateIds }).catch((error: unknown) => showError(error)),
      retireTemplate: (templateId: string) =>
        void retireNow({ templateId }).then(
          () => toast({ title: "Task retired" }),
          (error: unknown) => showError(error),
        ),
    };
  }, [reorder, retire]);
}
