import type { Viewer } from "../../hooks/people/use-viewer.ts";
import { answers } from "../../lib/answers/answers.ts";
import { keptAnswers } from "../../lib/answers/kept/kept-answers.ts";
import { forgetEarly, takeEarly, userAddress } from "../../lib/answers/early-asked.ts";
import { isServerDoubtful } from "../../lib/connection/connection.ts";

/** The answer to "who is signed in?" with which a page begins. */
export type FirstAnswer =
  | {
      kind: "viewer";
      viewer: Viewer;
      /** True when this device tells it, because the server could not, or not soon. */
      isKept?: boolean;
    }
  | { kind: "nobody" }
  | { kind: "failed"; error: unknown };

/** A page is so old when it no longer waits for a server that seems to be there, and begins with the one who was signed in here before. */
const GRACE_MS = 300;

/** An answer that is there already is taken also where the code of a page takes longer than that. */
const LEAST_GRACE_MS = 20;

/** A device that does not drop what it keeps in this time is locked by another page: the next one finds it as it is. */
const DROP_MS = 1000;

/** Asks once; a missing session is an answer, not an error. */
export async function fetchViewer(): Promise<FirstAnswer> {
  try {
    return answerOf(await takeEarly(userAddress).answer);
  } catch (error) {
    // The next try may come hours later, and be another person's.
    forgetEarly();
    return { kind: "failed", error };
  }
}

/** Both doors serve the same function, so the shape is the one of the live query. */
export function answerOf(body: unknown): FirstAnswer {
  return body === null ? { kind: "nobody" } : { kind: "viewer", viewer: body as Viewer };
}

/**
 * Asks the server, and begins without its answer where there is no network, or a slow one, and this device knows who was
 * signed in last. The server has the last word, when it comes.
 */
export async function beginSession(take: (answer: FirstAnswer) => void): Promise<void> {
  const asked = fetchViewer();
  const found = keptAnswers.viewer();
  const soon = isServerDoubtful() ? null : await Promise.race([asked, grace()]);
  const isAnswered = soon !== null && soon.kind !== "failed";
  // The store of this device may be locked by another page; nobody waits for it longer than for the server.
  const unlessAnswered = asked.then(({ kind }) => (kind === "failed" ? found : null));
  const kept = isAnswered ? null : ((await Promise.race([found, unlessAnswered])) as Viewer | null);
  if (kept !== null) {
    answers.offer("users:viewer", {}, kept);
    take({ kind: "viewer", viewer: kept, isKept: true });
  }

  const answer = await asked;
  if (kept === null || answer.kind === "nobody") return take(answer);
  if (answer.kind === "viewer" && answer.viewer.id !== kept.id) await beginAnew();
}

/** Begins the page as another person: nothing of one may be left on the screen of the other. */
export async function beginAnew(): Promise<void> {
  const pause = new Promise((resolve) => setTimeout(resolve, DROP_MS));
  await Promise.race([keptAnswers.drop(), pause]);
  window.location.reload();
}

async function grace(): Promise<null> {
  const wait = Math.max(LEAST_GRACE_MS, GRACE_MS - performance.now());
  await new Promise((resolve) => setTimeout(resolve, wait));
  return null;
}
