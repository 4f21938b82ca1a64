import { keptAnswers } from "./answers/kept/kept-answers.ts";
import { outbox } from "./outbox/outbox.ts";
import { chosenCount, isChosenKnown } from "./photos/chosen-count.ts";
import { recents } from "./device/recents.ts";
import { isServerThere } from "./server-there.ts";
import { toastStore } from "./toast-store.ts";
import { dropPreviews } from "./version/preview-cache.ts";

/**
 * True while something waits to be sent or handed over, which a sign-out would lose. It waits until the page knows what the device
 * has; rejects where the code that knows it cannot come.
 */
export async function hasUnsent(personId: string): Promise<boolean> {
  const [chosen] = await Promise.all([chosenOnDevice(personId), outbox.opened()]);
  if (chosen > chosenCount.snapshot()) chosenCount.set(chosen);
  return outbox.snapshot().operations.length + chosenCount.snapshot() > 0;
}

/** Signs out: a navigation of the whole page, by which the server ends the session. First the device forgets what it keeps. */
export async function signOut(personId: string): Promise<void> {
  // The browser would show an error of its own, over a session that goes on.
  if (!(await isServerThere())) {
    tellStillSignedIn("The server, which signs you out, cannot be reached now.");
    return;
  }
  recents.drop();
  await Promise.allSettled([
    outbox.forget(),
    forgetDrafts(personId),
    keptAnswers.drop(),
    dropPreviews(),
  ]);
  window.location.assign("/api/logout");
}

/** Says that a sign-out did not happen, and why. */
export function tellStillSignedIn(why: string): void {
  const description = `${why} This device keeps everything as it is.`;
  toastStore.show({ title: "You are still signed in", description, variant: "destructive" });
}

/** The photos that an earlier page has left on the device, while this one does not show them. */
async function chosenOnDevice(personId: string): Promise<number> {
  if (isChosenKnown.snapshot()) return 0;
  const database = await draftDatabase();
  // A browser that keeps nothing has no photos of an earlier page.
  const drafts = await database.read(personId).catch(() => []);
  return drafts.reduce((sum, { files }) => sum + files.size, 0);
}

async function forgetDrafts(personId: string): Promise<void> {
  await (await draftDatabase()).forget(personId);
}

async function draftDatabase() {
  const { DraftDatabase } = await import("./photos/draft-database.ts");
  return new DraftDatabase();
}
