import { CircleCheck } from "lucide-react";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { type BlockedReason, blockedReasons } from "../../convex/rules/labels.ts";
import { useLiveField } from "../hooks/edits/use-live-field.ts";
import { useKeptTyping } from "../hooks/edits/use-kept-typing.ts";
import { useStillOpen } from "../hooks/edits/use-still-open.ts";
import { askAboutNews } from "../lib/forms/ask-about-news.ts";
import type { Block } from "../lib/optimistic/block-change.ts";
import { objectOf, oneOf, text } from "../lib/shape.ts";
import { errorSentence, showError } from "../lib/errors.ts";
import { formatDateTime } from "../lib/format.ts";
import { BLOCKED_REASON } from "../lib/status.ts";
import { FieldNews } from "./field-news.tsx";
import type { EditedRecord } from "../lib/forms/field-news.ts";
import { Button } from "./ui/button.tsx";
import { DialogForm } from "./ui/dialog-form.tsx";
import { Field } from "./ui/field.tsx";
import { Select } from "./ui/select.tsx";
import { Textarea } from "./ui/textarea.tsx";

/** A block as it is sent; a null reason unblocks. */
export type SentBlock = { blockedReason: BlockedReason | null; blockedNote?: string };

type BlockFormProps = {
  block: Block;
  /** The key of the kept text: the id of the blocked task or unit, or a name for several. */
  subject: string;
  /** The blocked task or unit, for the note about other people who type in it. */
  record?: EditedRecord | undefined;
  /**
   * Changes the record here at once. Resolves when the server or the outbox has the change, and with false when the
   * change was refused and the refusal was shown. `isHeld` tells whether the form is still open.
   */
  onSave: (sent: SentBlock, isHeld: () => boolean) => Promise<unknown>;
  onDone: () => void;
  /** Other fields of the same dialog, above these. */
  children?: ReactNode;
};

const keptShape = objectOf({ typed: text }, { chosen: oneOf(blockedReasons) });

const longestNote = 255;

const options = blockedReasons.map((reason) => {
  const { label, icon: Icon } = BLOCKED_REASON[reason];
  const icon = <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />;
  return { value: reason, label, icon };
});

/** The form for the reason why a task or a unit waits, with a note. Typed text stays when the server refuses it. */
export function BlockForm(props: BlockFormProps) {
  const { block, subject, record, onSave, onDone, children } = props;
  const [chosen, setChosen] = useState<BlockedReason>();
  const [typed, setTyped] = useState<string>();
  const [isSubmitting, setSubmitting] = useState(false);
  const isOpen = useStillOpen();
  const reason = chosen ?? block.blockedReason;
  const isSame = reason === block.blockedReason;
  // The note belongs to one reason, so another reason begins with an empty note.
  const note = typed ?? (isSame ? (block.blockedNote ?? "") : "");
  const isBlocked = block.blockedReason !== null;
  const kept = useKeptTyping(`block ${subject}`, {
    shape: keptShape,
    typed: typed === undefined ? null : { ...(chosen && { chosen }), typed },
    bringBack: (before) => {
      setChosen(before.chosen);
      setTyped(before.typed);
    },
  });
  const reasonNews = useLiveField({
    saved: block.blockedReason,
    mine: chosen,
    say: (saved) => saved && BLOCKED_REASON[saved].label,
    take: () => setChosen(undefined),
  });
  const noteNews = useLiveField({
    saved: block.blockedNote,
    mine: typed,
    say: (saved) => saved,
    take: () => setTyped(undefined),
  });

  const save = async (sent: SentBlock) => {
    setSubmitting(true);
    try {
      if ((await onSave(sent, isOpen)) !== false) kept.saved(onDone);
    } catch (error) {
      kept.refused(error, () => showError(error, errorSentence(error)));
    } finally {
      setSubmitting(false);
    }
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (reasonNews ?? noteNews) return askAboutNews(event);
    const isUnchanged = isSame && note === (block.blockedNote ?? "");
    if (isUnchanged) kept.saved(onDone);
    else if (reason !== null) await save({ blockedReason: reason, blockedNote: note });
  };

  return (
    <DialogForm
      onSubmit={submit}
      submitLabel={isBlocked ? "Save" : "Block"}
      isSubmitting={isSubmitting}
      canSubmit={reason !== null}
      kept={kept}
    >
      {children}
      {isBlocked && <BlockedSince block={block} onUnblock={() => save({ blockedReason: null })} />}
      <Field label="Waiting for">
        <Select
          options={options}
          value={reason}
          placeholder="Choose what it waits for"
          onValueChange={(value) => setChosen(blockedReasons.find((each) => each === value))}
        />
        <FieldNews record={record} field="blockedReason" news={reasonNews} />
      </Field>
      <Field label="Note (optional)">
        <Textarea
          value={note}
          maxLength={longestNote}
          onChange={({ target }) => setTyped(target.value)}
        />
        <FieldNews record={record} field="blockedNote" news={noteNews} />
      </Field>
    </DialogForm>
  );
}

function BlockedSince({ block, onUnblock }: { block: Block; onUnblock: () => void }) {
  const since = block.blockedAt === null ? "" : ` since ${formatDateTime(block.blockedAt)}`;
  const by = block.blockedByName === null ? "" : `, by ${block.blockedByName}`;
  return (
    <div
      data-slot="notice"
      className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-warning-soft py-1.5 pr-1.5 pl-3 text-sm text-warning-text"
    >
      <span className="min-w-0 break-words">{`Blocked${since}${by}`}</span>
      <Button size="sm" variant="secondary" onClick={onUnblock}>
        <CircleCheck aria-hidden /> Unblock
      </Button>
    </div>
  );
}
