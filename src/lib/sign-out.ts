import { keptAnswers } from "./answers/kept/kept-answers.ts";
import { outbox } from "./outbox/outbox.ts";
import { dropPreviews } from "./version/preview-cache.ts";

/** Signs out: a navigation of the whole page, by which the server ends the session. First the device forgets what it keeps. */
export async function signOut(): Promise<void> {
  await Promise.allSettled([outbox.forget(), keptAnswers.drop(), dropPreviews()]);
  window.location.assign("/api/logout");
}
