import { keptAnswers } from "./answers/kept/kept-answers.ts";
import { outbox } from "./outbox/outbox.ts";
import { recents } from "./device/recents.ts";
import { dropPreviews } from "./version/preview-cache.ts";

/** Signs out: a navigation of the whole page, by which the server ends the session. First the device forgets what it keeps. */
export async function signOut(personId: string): Promise<void> {
  recents.drop();
  await Promise.allSettled([
    outbox.forget(),
    forgetDrafts(personId),
    keptAnswers.drop(),
    dropPreviews(),
  ]);
  window.location.assign("/api/logout");
}

async function forgetDrafts(personId: string): Promise<void> {
  const { DraftDatabase } = await import("./photos/draft-database.ts");
  await new DraftDatabase().forget(personId);
}
