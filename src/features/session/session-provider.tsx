import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";

import { api } from "../../../convex/_generated/api.js";
import { useLiveStatus } from "../../hooks/use-live-query.ts";
import { SessionContext, type Session } from "../../hooks/use-session.ts";
import { useStore } from "../../hooks/use-store.ts";
import { authenticateConnection } from "../../lib/convex.ts";
import { offerEarlyAnswers } from "../../lib/early-answers.ts";
import { reportSessionEnd, sessionEnd } from "../../lib/session-end.ts";
import { fetchViewer, type FirstAnswer } from "./first-answer.ts";
import { useActivity } from "./use-activity.ts";

/**
 * Knows who is signed in. The first answer comes from GET /api/auth/user, every later one from the
 * live query, so a changed role and an ended session reach this window at once.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [first, retry] = useFirstAnswer();
  const isKnown = first?.kind === "viewer";
  // It stays when reading it fails: pages must not go for that.
  const { answer: live } = useLiveStatus(api.users.viewer, isKnown ? {} : "skip");
  const ended = useStore(sessionEnd, (hasEnded) => hasEnded);
  useActivity(isKnown && !ended);

  useEffect(() => {
    if (isKnown && live === null) reportSessionEnd();
  }, [isKnown, live]);

  const session = useMemo((): Session => {
    if (first === null) return { state: "loading" };
    if (first.kind === "failed") return { state: "failed", error: first.error, retry };
    if (first.kind === "nobody" || ended || live === null) return { state: "signed-out" };
    return { state: "signed-in", viewer: live ?? first.viewer };
  }, [first, ended, live, retry]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

function useFirstAnswer(): [FirstAnswer | null, () => void] {
  const [answer, setAnswer] = useState<FirstAnswer | null>(null);

  const ask = useCallback(async () => {
    const next = await fetchViewer();
    // Before the first live query is sent, so that it is sent signed in.
    if (next.kind === "viewer") {
      authenticateConnection();
      void offerEarlyAnswers(window.location.pathname);
    }
    setAnswer(next);
  }, []);

  useEffect(() => void ask(), [ask]);

  const retry = useCallback(() => {
    setAnswer(null);
    void ask();
  }, [ask]);

  return [answer, retry];
}
