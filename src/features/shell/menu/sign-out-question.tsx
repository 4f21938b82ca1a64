import { useEffect, useState } from "react";
import { TitledDialog } from "../../../components/titled-dialog.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { DialogBody, DialogFooter } from "../../../components/ui/dialog.tsx";
import { useConnection } from "../../../hooks/reads/use-connection.ts";
import { useStore } from "../../../hooks/use-store.ts";
import { showError } from "../../../lib/errors.ts";
import { formatCount } from "../../../lib/format.ts";
import { chosenCount, heldCount } from "../../../lib/photos/chosen-count.ts";
import { leftTexts } from "../../../lib/typed/left-texts.ts";
import { outbox } from "../../../lib/outbox/outbox.ts";

interface SignOutQuestionProps {
  /** False when it is not known if work waits on the device. */
  isKnown: boolean;
  onClose: () => void;
  onSignOut: () => Promise<void>;
}

/** Asks before a sign-out that would lose work that the server has not confirmed. */
export default function SignOutQuestion(props: SignOutQuestionProps) {
  const { isKnown, onClose, onSignOut } = props;
  const held = useStore(heldCount, (photos) => photos);
  const count = useStore(outbox, ({ operations }) => operations.length) + held;
  const chosen = useStore(chosenCount, (photos) => photos);
  const areKeptRefused = useStore(outbox, ({ operations }) =>
    operations.every(({ state }) => state === "refused"),
  );
  const isAllRefused = areKeptRefused && held === 0;
  const texts = useStore(leftTexts, (left) => left);
  const isLive = useConnection().state === "live";
  // Sending the work would not save chosen photos and typed texts.
  const canSend = isKnown && isLive && !isAllRefused && chosen + texts.length === 0;
  const [isWaiting, setWaiting] = useState(false);

  useEffect(() => {
    if (!isWaiting || count > 0 || chosen > 0) return;
    // Nothing is left to ask about, so the dialog closes even if the sign-out fails.
    void onSignOut().catch(showError).finally(onClose);
  }, [isWaiting, count, chosen, onSignOut, onClose]);

  return (
    <TitledDialog
      open
      onClose={onClose}
      size="sm"
      title={
        isKnown
          ? titleOf({ count, chosen, typed: texts.length })
          : "This device does not say what waits"
      }
      description="Signing out removes what this device keeps, and with it what is not sent or saved."
    >
      <DialogBody>
        <p className="text-base text-ink-muted empty:hidden">
          {!isKnown && "Stay signed in, and try again in a moment, where something may be unsent. "}
          {chosen > 0 &&
            `${formatCount(chosen, "chosen photo waits", "chosen photos wait")} for you to upload or leave out. `}
          {count > 0 && wordsOfSending({ canSend, isLive })}
        </p>
        {isKnown && texts.length > 0 && <LeftTexts texts={texts} />}
      </DialogBody>
      <DialogFooter className="flex-wrap">
        <Button
          variant="ghost"
          className="mr-auto text-danger-text"
          onClick={() => void onSignOut().catch(showError)}
        >
          Sign out and lose them
        </Button>
        {canSend && (
          <Button variant="secondary" loading={isWaiting} onClick={() => setWaiting(true)}>
            Send, then sign out
          </Button>
        )}
        <Button onClick={onClose}>Stay signed in</Button>
      </DialogFooter>
    </TitledDialog>
  );
}

function wordsOfSending({ canSend, isLive }: Record<"canSend" | "isLive", boolean>): string {
  if (!isLive) return "There is no network now. Stay signed in, and they are sent when it is back.";
  const first = canSend ? "They can be sent first." : "Stay signed in, and they are sent.";
  return `${first} What was not accepted stays until you discard it.`;
}

function titleOf({ count, chosen, typed }: Record<"count" | "chosen" | "typed", number>): string {
  if (count > 0) return `${formatCount(count, "change is", "changes are")} not sent yet`;
  return chosen > 0
    ? `${formatCount(chosen, "chosen photo is", "chosen photos are")} not uploaded yet`
    : `${formatCount(typed, "thing you entered is", "things you entered are")} not saved yet`;
}

/** The largest number of shown texts. */
const SHOWN_TEXTS = 3;

/** The beginnings of the texts that were entered and not saved. */
function LeftTexts({ texts }: { texts: readonly string[] }) {
  const shown = texts.slice(-SHOWN_TEXTS).toReversed();
  return (
    <div className="grid gap-1.5 not-first:pt-3 text-sm text-ink-muted">
      <p>{`Entered and not saved${texts.length > shown.length ? `, the latest of ${String(texts.length)}` : ""}:`}</p>
      <ul className="grid gap-1.5">
        {shown.map((text, index) => (
          <li
            key={index}
            className="line-clamp-2 rounded-md bg-sunken px-3 py-1.5 break-words text-ink"
          >
            {text.slice(0, 200)}
          </li>
        ))}
      </ul>
    </div>
  );
}
