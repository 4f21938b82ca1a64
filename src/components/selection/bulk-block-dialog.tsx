import { CircleCheck } from "lucide-react";
import type { Block } from "../../lib/optimistic/block-change.ts";
import { formatCount } from "../../lib/format.ts";
import { BlockForm } from "../block-form.tsx";
import { TitledDialog } from "../titled-dialog.tsx";
import { Button } from "../ui/button.tsx";
import type { BulkDialogProps } from "./bulk-dialog.ts";

const noBlock: Block = {
  ...{ blockedReason: null, blockedNote: null, blockedAt: null },
  ...{ blockedBy: null, blockedByName: null },
};

/** A dialog that blocks all selected records; it can also unblock those that are blocked. */
export function BulkBlockDialog({ noun, selected, onClose, onUpdate }: BulkDialogProps) {
  const blocked = selected.filter(({ isBlocked }) => isBlocked).length;
  return (
    <TitledDialog
      open
      onClose={onClose}
      size="sm"
      title={`Block ${formatCount(selected.length, noun)}`}
      description="What is completed cannot be blocked."
    >
      <BlockForm
        block={noBlock}
        subject={`many ${noun}s`}
        onSave={async (sent) => await onUpdate(sent)}
        // The dialog closes itself when the update is done.
        onDone={() => undefined}
      >
        {blocked > 0 && (
          <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-warning-soft py-1.5 pr-1.5 pl-3 text-sm text-warning-text">
            <span>{`${String(blocked)} of them ${blocked === 1 ? "is" : "are"} blocked`}</span>
            <Button
              size="sm"
              variant="secondary"
              onClick={() => void onUpdate({ blockedReason: null })}
            >
              <CircleCheck aria-hidden /> Unblock
            </Button>
          </div>
        )}
      </BlockForm>
    </TitledDialog>
  );
}
