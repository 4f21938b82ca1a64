import { keptAnswers } from "./answers/kept/kept-answers.ts";
import { outbox } from "./outbox/outbox.ts";
import { chosenCount, isChosenKnown } from "./photos/chosen-count.ts";
import { quietly } from "./device/quietly.ts";
import { recents } from "./device/recents.ts";
import { isServerThere } from "./server-there.ts";
import { toastStore } from "./toast-store.ts";
import { dropPreviews } from "./version/preview-cache.ts";

/** The time that a device has to say what it keeps, or to forget it: some browsers never answer. */
const DEVICE_MS = 5000;

/**
 * True while something waits to be sent or handed over, or is typed and not saved, which a sign-out would lose; null where the device does not say it in time.
 * It waits until the page knows what the device has; rejects where the code that knows it cannot come.
 */
export async function hasUnsent(personId: string): Promise<boolean | null> {
  const found = await inTime(
    Promise.all([chosenOnDevice(personId), typedOnDevice(personId), outbox.opened()]),
  );
  if (found === null) return null;
  const [chosen, typed] = found;
  if (chosen > chosenCount.snapshot()) chosenCount.set(chosen);
  return outbox.snapshot().operations.length + chosenCount.snapshot() + typed > 0;
}

/** Signs out: a navigation of the whole page, by which the server ends the session. First the device forgets what it keeps. */
export async function signOut(personId: string): Promise<void> {
  // The browser would show an error of its own, over a session that goes on.
  if (!(await isServerThere())) {
    tellStillSignedIn("The server, which signs you out, cannot be reached now.");
    return;
  }
  recents.drop();
  quietly(() => sessionStorage.clear());
  const forgetting = [
    ...[outbox.forget(), forgetDrafts(personId), forgetTexts(personId)],
    ...[keptAnswers.drop(), dropPreviews()],
  ];
  // A session that goes on is worse than what a silent device keeps, which nobody else is shown.
  await inTime(Promise.allSettled(forgetting));
  window.location.assign("/api/logout");
}

/** The answer of the device, or null when it has not come by then. */
async function inTime<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, DEVICE_MS, null);
  });
  return await Promise.race([asked, late]).finally(() => clearTimeout(timer));
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

async function typedOnDevice(personId: string): Promise<number> {
  const { findLeftTexts } = await import("./typed/left-texts.ts");
  return await findLeftTexts(personId);
}

async function forgetDrafts(personId: string): Promise<void> {
  await (await draftDatabase()).forget(personId);
}

async function forgetTexts(personId: string): Promise<void> {
  const { TypedDatabase } = await import("./typed/typed-database.ts");
  await new TypedDatabase().forget(personId);
}

async function draftDatabase() {
  const { DraftDatabase } = await import("./photos/draft-database.ts");
  return new DraftDatabase();
}
