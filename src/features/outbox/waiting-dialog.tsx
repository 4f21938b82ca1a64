import { useRouter } from "@tanstack/react-router";
import { CloudCheck } from "lucide-react";
import { useState } from "react";
import { TitledDialog } from "../../components/titled-dialog.tsx";
import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { DialogBody } from "../../components/ui/dialog.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { toast } from "../../components/ui/toast.ts";
import { drafts } from "../../lib/typed/drafts.ts";
import { useStore } from "../../hooks/use-store.ts";
import type { Operation } from "../../lib/outbox/operation.ts";
import { outbox } from "../../lib/outbox/outbox.ts";
import { LeftItem } from "./waiting-left.tsx";
import { WaitingItem } from "./waiting-item.tsx";
import { useWaitingWords } from "./use-waiting-words.ts";
import { copyOf, noteIn } from "./waiting-words.ts";

/** The list of all operations of this person on this device that the server has not confirmed, refused ones first. */
export default function WaitingDialog({ onClose }: { onClose: () => void }) {
  const { operations, left, isKept } = useStore(outbox, (state) => state);
  const [discarding, setDiscarding] = useState<Operation | null>(null);
  const router = useRouter();
  const refused = operations.filter(isRefused);
  const refusedIds = new Set(refused.map(({ id }) => id));
  const wordsFor = useWaitingWords(refusedIds);
  const listed = [...refused, ...operations.filter((each) => !isRefused(each))];

  const behind = ({ id }: Operation) =>
    operations.filter(({ dependsOn }) => dependsOn.includes(id));

  const change = (operation: Operation, note: { unitId: string; content: string }) => {
    // The discarded operation takes its later edits along, so the text is that of the last one.
    const { content } =
      behind(operation)
        .flatMap((each) => noteIn(each) ?? [])
        .at(-1) ?? note;
    drafts.restore(note.unitId, content);
    void outbox.discard(operation.id);
    onClose();
    if (operation.address !== null) void router.navigate({ href: operation.address });
  };

  return (
    <>
      <TitledDialog
        open
        onClose={onClose}
        title="Not sent yet"
        description={
          isKept
            ? "Kept on this device until the server has it, also when you close the page. Sent while Turnboard is open."
            : "This browser keeps nothing: what waits here is lost when you close the page."
        }
      >
        <DialogBody>
          {listed.length + left.length === 0 ? (
            <EmptyState
              icon={CloudCheck}
              title="Everything is sent"
              description="The server has confirmed all that was done on this device."
            />
          ) : (
            <ul aria-label="Not sent yet">
              {listed.map((operation) => {
                const words = wordsFor(operation);
                const note = words.state === "refused" ? noteIn(operation) : null;
                return (
                  <WaitingItem
                    key={operation.id}
                    operation={operation}
                    words={words}
                    onOpen={onClose}
                    onCopy={() => void copy(operation)}
                    onDiscard={() => setDiscarding(operation)}
                    onRetry={
                      words.state === "refused" ? () => void outbox.retry(operation.id) : undefined
                    }
                    onChange={note ? () => change(operation, note) : undefined}
                  />
                );
              })}
              {left.map((work) => (
                <LeftItem key={work.account} work={work} />
              ))}
            </ul>
          )}
        </DialogBody>
      </TitledDialog>
      <DiscardQuestion
        operation={discarding}
        hasLater={discarding !== null && behind(discarding).length > 0}
        onClose={() => setDiscarding(null)}
      />
    </>
  );
}

interface DiscardQuestionProps {
  /** The operation in question; null while the question is closed. */
  operation: Operation | null;
  /** True when later changes of it go with it. */
  hasLater: boolean;
  onClose: () => void;
}

function DiscardQuestion({ operation, hasLater, onClose }: DiscardQuestionProps) {
  return (
    <ConfirmDialog
      open={operation !== null}
      onOpenChange={(next) => !next && onClose()}
      title="Discard this change?"
      description={`${operation?.text ?? ""}. It is removed from this device and not sent${
        hasLater ? ", with the later changes of it" : ""
      }.`}
      confirmLabel="Discard"
      destructive
      onConfirm={async () => {
        if (operation) await outbox.discard(operation.id);
      }}
    />
  );
}

function isRefused({ state }: Operation): boolean {
  return state === "refused";
}

async function copy(operation: Operation): Promise<void> {
  try {
    await navigator.clipboard.writeText(copyOf(operation));
    toast({ title: "Copied" });
  } catch {
    toast({
      title: "Error",
      description: "The browser allows no copying here.",
      variant: "destructive",
    });
  }
}
