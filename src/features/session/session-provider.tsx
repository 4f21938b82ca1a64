import {
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from "react";

import { api } from "../../../convex/_generated/api.js";
import { useLiveStatus } from "../../hooks/reads/use-live-query.ts";
import { SessionContext, type Session } from "../../hooks/people/use-session.ts";
import { useStore } from "../../hooks/use-store.ts";
import { answers } from "../../lib/answers/answers.ts";
import { keptAnswers } from "../../lib/answers/kept/kept-answers.ts";
import { offerEarlyAnswers, recallFirst } from "../../lib/answers/early-answers.ts";
import { removeEarlyFrame } from "../../lib/early-frame.ts";
import { reportSessionEnd, sessionEnd } from "../../lib/connection/session-end.ts";
import { beginAs } from "./early-session.ts";
import { beginAnew, beginSession, type FirstAnswer } from "./first-answer.ts";
import { useActivity } from "./use-activity.ts";

/**
 * Provides the session. The first answer comes from GET /api/auth/user, or without a network from this device. Later
 * answers come from the live query, so a changed role and an ended session reach this window at once.
 */
export function SessionProvider({
  early = null,
  children,
}: {
  /** The answer of GET /api/auth/user, if it arrived before the first render. */
  early?: FirstAnswer | null;
  children: ReactNode;
}) {
  const [first, retry] = useFirstAnswer(early);
  const isKnown = first?.kind === "viewer";
  // The last answer stays when the read fails, so that the pages stay too.
  const { answer: live } = useLiveStatus(api.users.viewer, isKnown ? {} : "skip");
  const ended = useStore(sessionEnd, (hasEnded) => hasEnded);
  useActivity(isKnown && !ended);

  const isAnother = isKnown && live != null && live.id !== first.viewer.id;
  useEffect(() => {
    if (isAnother) void beginAnew();
  }, [isAnother]);

  useEffect(() => {
    if (isKnown && live === null) reportSessionEnd();
  }, [isKnown, live]);

  const session = useMemo((): Session => {
    if (first === null || isAnother) return { state: "loading" };
    if (first.kind === "failed") return { state: "failed", error: first.error, retry };
    if (first.kind === "nobody" || ended || live === null) return { state: "signed-out" };
    return { state: "signed-in", viewer: live ?? first.viewer };
  }, [first, ended, live, isAnother, retry]);

  useKeeping(session);
  const isKnownWho = session.state !== "loading";
  useLayoutEffect(() => {
    if (isKnownWho) removeEarlyFrame();
  }, [isKnownWho]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Keeps the data that this person sees on this device while the session lasts, and deletes it at the end. */
function useKeeping(session: Session): void {
  const viewer = session.state === "signed-in" ? session.viewer : null;
  const isSignedOut = session.state === "signed-out";
  useEffect(() => {
    if (viewer !== null) keptAnswers.begin(viewer);
  }, [viewer]);
  useEffect(() => {
    if (isSignedOut) void keptAnswers.drop();
  }, [isSignedOut]);
  useEffect(() => {
    // Safari freezes a page for a later return, possibly in the middle of a write. The next page would wait for that
    // write.
    let isFrozen = false;
    const note = ({ type, persisted }: PageTransitionEvent) => {
      isFrozen = type === "pagehide" && persisted;
    };
    const keep = () => {
      if (document.hidden && !isFrozen) void answers.keepAll();
    };
    window.addEventListener("pagehide", note);
    window.addEventListener("pageshow", note);
    document.addEventListener("visibilitychange", keep);
    return () => {
      window.removeEventListener("pagehide", note);
      window.removeEventListener("pageshow", note);
      document.removeEventListener("visibilitychange", keep);
    };
  }, []);
}

/**
 * The longest wait in ms for the first answers. They usually arrive with the code, so that the first render has them.
 */
const EARLY_MS = 50;

/**
 * Offers the first answers of the screen. A server that was too slow with the session has sent no other answers either,
 * so the device's answers come first then.
 */
async function firstAnswers(isKept: boolean): Promise<void> {
  const pause = new Promise<void>((resolve) => setTimeout(resolve, EARLY_MS));
  const offered = offerEarlyAnswers(window.location.pathname);
  await Promise.race([isKept ? recallFirst(window.location.pathname) : offered, pause]);
}

function useFirstAnswer(early: FirstAnswer | null): [FirstAnswer | null, () => void] {
  const [answer, setAnswer] = useState(early);

  const ask = useCallback(() => {
    let last: FirstAnswer | null = null;
    return beginSession((next) => {
      last = next;
      if (next.kind !== "viewer") return setAnswer(next);
      beginAs(next.viewer);
      void firstAnswers(next.isKept === true).then(() => {
        if (last === next) startTransition(() => setAnswer(next));
      });
    });
  }, []);

  useEffect(() => {
    if (early === null) void ask();
  }, [ask, early]);

  const retry = useCallback(() => {
    setAnswer(null);
    void ask();
  }, [ask]);

  const hasFailed = answer?.kind === "failed";
  // The page hears of the network as soon as it shows the failure, or it would miss a return in the moment between.
  useLayoutEffect(() => {
    if (!hasFailed) return;
    const askAgain = () => void ask();
    window.addEventListener("online", askAgain);
    return () => window.removeEventListener("online", askAgain);
  }, [ask, hasFailed]);

  return [answer, retry];
}
