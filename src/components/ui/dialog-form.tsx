import type { ReactNode, SubmitEvent } from "react";

import type { KeptTyping } from "../../hooks/edits/use-kept-typing.ts";
import { useConnection } from "../../hooks/reads/use-connection.ts";
import { KeptTypingOffer } from "./kept-typing-offer.tsx";
import { Button } from "./button.tsx";
import { DialogBody, DialogClose, DialogFooter } from "./dialog.tsx";
import { focusLateForm } from "./focus-field.ts";

type DialogFormProps = {
  /** Called by the submit button and on Enter. */
  onSubmit: (event: SubmitEvent) => unknown;
  submitLabel: string;
  isSubmitting: boolean;
  /** False while there is nothing to submit. */
  canSubmit?: boolean | undefined;
  /** The typed values that are kept until they are saved; left out for a form without typing. */
  kept?: KeptTyping | undefined;
  children: ReactNode;
};

/** The form of a dialog: fields that scroll above Cancel and the button that submits them. */
export function DialogForm(props: DialogFormProps) {
  const { onSubmit, submitLabel, isSubmitting, canSubmit = true, kept, children } = props;
  const isAway = useConnection().state !== "live";
  return (
    <form
      ref={focusLateForm}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="flex min-h-0 flex-col"
    >
      <DialogBody className="grid gap-4">
        {kept && <KeptTypingOffer offer={kept.offer} isTyped={kept.isTyped} />}
        {children}
      </DialogBody>
      <DialogFooter>
        {isSubmitting && isAway && (
          <p role="status" className="text-sm text-ink-muted sm:mr-auto">
            Waiting for network: it may be saved even if you close this.
          </p>
        )}
        <DialogClose asChild>
          <Button variant="secondary" onClick={kept?.forget}>
            Cancel
          </Button>
        </DialogClose>
        <Button type="submit" loading={isSubmitting} disabled={!canSubmit}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
