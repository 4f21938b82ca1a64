import { api } from "../../../convex/_generated/api.js";
import { useServerMutation } from "../../hooks/edits/use-server-mutation.ts";
import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useLast } from "../../hooks/use-last.ts";
import { errorCode, showError } from "../../lib/errors.ts";
import { companions, refusalWords, type TrashItem } from "./trash-words.ts";

/** Asks before a deleted record is removed for good. The dialog is open while `item` is defined. */
export function RemoveForGoodDialog(props: { item: TrashItem | undefined; onClose: () => void }) {
  const { onClose } = props;
  const item = useLast(props.item);
  const remove = useServerMutation(api.trash.remove);
  if (!item) return null;
  return (
    <ConfirmDialog
      open={props.item !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={`Remove ${item.name} for good?`}
      description={`It is removed at once${companions(item.kind)}. Nobody can restore it then.`}
      confirmLabel="Remove for Good"
      destructive
      onConfirm={async () => {
        try {
          await remove({ itemId: item.id });
          toast({ title: "Removed for good", description: item.name });
        } catch (error) {
          // A second attempt is useless for a record that is already gone.
          if (errorCode(error) !== "not_found") throw error;
          showError(error, refusalWords("not_found"));
        }
      }}
    />
  );
}
