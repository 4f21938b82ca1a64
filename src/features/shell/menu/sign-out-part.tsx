import { type ReactNode, useCallback, useState } from "react";

import { lazyPart } from "../../../components/ui/lazy-part.tsx";
import { useViewer } from "../../../hooks/people/use-viewer.ts";
import { showError } from "../../../lib/errors.ts";
import { outbox } from "../../../lib/outbox/outbox.ts";
import { chosenCount } from "../../../lib/photos/chosen-count.ts";
import { signOut } from "../../../lib/sign-out.ts";

const SignOutQuestion = lazyPart(() => import("./sign-out-question.tsx"), { waiting: null });

const hasWaiting = () => outbox.snapshot().operations.length + chosenCount.snapshot() > 0;

/** The way out, and the question before it where something waits to be sent. */
export function useSignOut(): { leave: () => void; question: ReactNode } {
  const { id } = useViewer();
  const [asks, setAsks] = useState(false);
  const signOutNow = useCallback(() => signOut(id), [id]);
  const leave = useCallback(() => {
    if (hasWaiting()) setAsks(true);
    else void signOutNow().catch(showError);
  }, [signOutNow]);
  const question = asks && (
    <SignOutQuestion onClose={() => setAsks(false)} onSignOut={signOutNow} />
  );
  return { leave, question };
}
