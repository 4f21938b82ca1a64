import type { Viewer } from "../../hooks/people/use-viewer.ts";
import { offerAtOnce } from "../../lib/answers/early-answers.ts";
import { askEarly, takeEarly, userAddress } from "../../lib/answers/early-asked.ts";
import { keptAnswers } from "../../lib/answers/kept/kept-answers.ts";
import { authenticateConnection } from "../../lib/connection/convex.ts";
import { answerOf, type FirstAnswer } from "./first-answer.ts";

/**
 * The first answer, if the server sent it and all first reads of the screen before the code loaded: the first render
 * then has them. Null, without any effect, when a part of it is still loading.
 */
export function answerAtOnce(): FirstAnswer | null {
  const { outcome } = askEarly(userAddress);
  if (outcome === null || "error" in outcome) return null;
  const answer = answerOf(outcome.answer);
  if (answer.kind === "viewer") {
    if (!offerAtOnce(window.location.pathname)) return null;
    beginAs(answer.viewer);
  }
  takeEarly(userAddress);
  return answer;
}

/** Starts the session of this window as this viewer. */
export function beginAs(viewer: Viewer): void {
  // The connection must be authenticated before the first live query is sent.
  authenticateConnection();
  keptAnswers.begin(viewer);
}
