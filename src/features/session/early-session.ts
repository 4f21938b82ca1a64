import type { Viewer } from "../../hooks/people/use-viewer.ts";
import { offerAtOnce } from "../../lib/answers/early-answers.ts";
import { askEarly, takeEarly, userAddress } from "../../lib/answers/early-asked.ts";
import { keptAnswers } from "../../lib/answers/kept/kept-answers.ts";
import { authenticateConnection } from "../../lib/connection/convex.ts";
import { answerOf, type FirstAnswer } from "./first-answer.ts";

/**
 * The first answer where the server has told it, and all that the screen begins with, before the code was there: the first
 * picture has them. Null, and nothing begins, while something of it is on the way.
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

/** Signs in what this window does from now on. */
export function beginAs(viewer: Viewer): void {
  // Before the first live query is sent, so that it is sent signed in.
  authenticateConnection();
  keptAnswers.begin(viewer);
}
