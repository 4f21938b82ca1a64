import { type ReactNode, useCallback, useState } from "react";

import { lazyPart } from "../../../components/ui/lazy-part.tsx";
import { useViewer } from "../../../hooks/people/use-viewer.ts";
import { showError } from "../../../lib/errors.ts";
import { hasUnsent, signOut, tellStillSignedIn } from "../../../lib/sign-out.ts";

const SignOutQuestion = lazyPart(() => import("./sign-out-question.tsx"));

interface SignOut {
  leave: () => void;
  /** True while a sign-out is being prepared: the waiting work on the device is checked first. */
  isLeaving: boolean;
  question: ReactNode;
}

/** The function that signs out, and the question that comes first when work waits to be sent. */
export function useSignOut(): SignOut {
  const viewer = useViewer();
  const [asks, setAsks] = useState<"what waits" | "unknown" | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const signOutNow = useCallback(() => signOut(viewer), [viewer]);
  const leave = useCallback(() => {
    const look = async () => {
      const isUnsent = await hasUnsent(viewer).catch(() => "no code" as const);
      if (isUnsent === "no code") tellStillSignedIn("It is not known yet whether something waits.");
      else if (isUnsent === false) await signOutNow();
      else setAsks(isUnsent ? "what waits" : "unknown");
    };
    setLeaving(true);
    void look()
      .catch(showError)
      .finally(() => setLeaving(false));
  }, [viewer, signOutNow]);
  const close = useCallback(() => setAsks(null), []);
  const question = asks && (
    <SignOutQuestion isKnown={asks === "what waits"} onClose={close} onSignOut={signOutNow} />
  );
  return { leave, isLeaving, question };
}
