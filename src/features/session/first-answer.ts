import type { Viewer } from "../../hooks/people/use-viewer.ts";
import { answers } from "../../lib/answers/answers.ts";
import { keptAnswers } from "../../lib/answers/kept/kept-answers.ts";
import { forgetEarly, takeEarly, userAddress } from "../../lib/answers/early-asked.ts";
import { isServerDoubtful } from "../../lib/connection/connection.ts";

/** The answer to "who is signed in?", with which a page begins. */
export type FirstAnswer =
  | {
      kind: "viewer";
      viewer: Viewer;
      /** True when the answer is from this device, because the server did not answer, or not soon. */
      isKept?: boolean;
    }
  | { kind: "nobody" }
  | { kind: "failed"; error: unknown };

/**
 * The age of a page, in ms, after which it no longer waits for a reachable server: it begins as the person who was last
 * signed in on this device.
 */
const GRACE_MS = 300;

/**
 * The shortest wait in ms. It accepts an answer that has already arrived even when the page's code took longer than
 * that.
 */
const LEAST_GRACE_MS = 20;

/**
 * The longest wait in ms for the device to delete its data. A device that takes longer is locked by another page, and
 * the next page finds the data as it is.
 */
const DROP_MS = 1000;

/** Asks the server once. A missing session is an answer and not an error. */
export async function fetchViewer(): Promise<FirstAnswer> {
  try {
    return answerOf(await takeEarly(userAddress).answer);
  } catch (error) {
    // The next attempt may come hours later, and from another person.
    forgetEarly();
    return { kind: "failed", error };
  }
}

/** The HTTP API and the live query call the same function, so the answer has the type of the live query. */
export function answerOf(body: unknown): FirstAnswer {
  return body === null ? { kind: "nobody" } : { kind: "viewer", viewer: body as Viewer };
}

/**
 * Asks the server who is signed in. Without a network, or on a slow one, it begins as the person whom this device knows
 * as the last one signed in. The server's answer decides when it arrives.
 */
export async function beginSession(take: (answer: FirstAnswer) => void): Promise<void> {
  const asked = fetchViewer();
  const found = keptAnswers.viewer();
  const soon = isServerDoubtful() ? null : await Promise.race([asked, grace()]);
  const isAnswered = soon !== null && soon.kind !== "failed";
  // Another page may lock the store of this device, so the wait for it ends with the server's answer.
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

/** Reloads the page for another person: no data of the former person may stay on the screen. */
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
