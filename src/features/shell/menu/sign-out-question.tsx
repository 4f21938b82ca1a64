import { useEffect, useState } from "react";
import { TitledDialog } from "../../../components/titled-dialog.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { DialogBody, DialogFooter } from "../../../components/ui/dialog.tsx";
import { useConnection } from "../../../hooks/reads/use-connection.ts";
import { useStore } from "../../../hooks/use-store.ts";
import { showError } from "../../../lib/errors.ts";
import { formatCount } from "../../../lib/format.ts";
import { chosenCount } from "../../../lib/photos/chosen-count.ts";
import { outbox } from "../../../lib/outbox/outbox.ts";

interface SignOutQuestionProps {
  /** False where the device does not say what waits. */
  isKnown: boolean;
  onClose: () => void;
  onSignOut: () => Promise<void>;
}

/** Asks before a sign-out that would lose what the server has not confirmed. */
export default function SignOutQuestion(props: SignOutQuestionProps) {
  const { isKnown, onClose, onSignOut } = props;
  const count = useStore(outbox, ({ operations }) => operations.length);
  const chosen = useStore(chosenCount, (photos) => photos);
  const isAllRefused = useStore(outbox, ({ operations }) =>
    operations.every(({ state }) => state === "refused"),
  );
  const isLive = useConnection().state === "live";
  const [isWaiting, setWaiting] = useState(false);

  useEffect(() => {
    if (!isWaiting || count > 0 || chosen > 0) return;
    // Nothing is left to ask about, also where nobody could be signed out.
    void onSignOut().catch(showError).finally(onClose);
  }, [isWaiting, count, chosen, onSignOut, onClose]);

  return (
    <TitledDialog
      open
      onClose={onClose}
      size="sm"
      title={isKnown ? titleOf({ count, chosen }) : "This device does not say what waits"}
      description="Signing out removes what this device keeps, and with it what is not sent."
    >
      <DialogBody>
        <p className="text-base text-ink-muted">
          {!isKnown && "Stay signed in, and try again in a moment, where something may be unsent. "}
          {chosen > 0 &&
            `${formatCount(chosen, "chosen photo waits", "chosen photos wait")} for you to upload or leave out. `}
          {count > 0 &&
            (isLive
              ? "They can be sent first. What was not accepted stays until you discard it."
              : "There is no network now. Stay signed in, and they are sent when it is back.")}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button
          variant="ghost"
          className="mr-auto text-danger-text"
          onClick={() => void onSignOut().catch(showError)}
        >
          Sign out and lose them
        </Button>
        {isKnown && isLive && !isAllRefused && chosen === 0 && (
          <Button variant="secondary" loading={isWaiting} onClick={() => setWaiting(true)}>
            Send, then sign out
          </Button>
        )}
        <Button onClick={onClose}>Stay signed in</Button>
      </DialogFooter>
    </TitledDialog>
  );
}

function titleOf({ count, chosen }: { count: number; chosen: number }): string {
  return count === 0
    ? `${formatCount(chosen, "chosen photo is", "chosen photos are")} not uploaded yet`
    : `${formatCount(count, "change is", "changes are")} not sent yet`;
}
