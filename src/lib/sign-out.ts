import { keptAnswers } from "./answers/kept/kept-answers.ts";
import type { Editor } from "./optimistic/block-change.ts";
import { outbox } from "./outbox/outbox.ts";
import { chosenCount, heldCount, isChosenKnown } from "./photos/chosen-count.ts";
import { quietly } from "./device/quietly.ts";
import { isServerItselfThere } from "./server-there.ts";
import { toastStore } from "./toast-store.ts";
import { dropPreviews } from "./version/preview-cache.ts";

/** The longest wait in ms for the device to report or delete its data; some browsers never answer. */
const DEVICE_MS = 5000;

/**
 * True when a sign-out would lose work: unsent operations, chosen photos, or typed texts. Null when the device does not
 * answer in time. It waits until the page knows the content of the device; rejects when the code for that cannot load.
 */
export async function hasUnsent(person: Editor): Promise<boolean | null> {
  const found = await inTime(
    Promise.all([chosenOnDevice(person), typedOnDevice(person), outbox.opened()]),
  );
  if (found === null) return null;
  const [chosen, typed] = found;
  if (chosen > chosenCount.snapshot()) chosenCount.set(chosen);
  const unsent = outbox.snapshot().operations.length + heldCount.snapshot();
  return unsent + chosenCount.snapshot() + typed > 0;
}

/**
 * Signs out. The device deletes its data first; then the whole page navigates to the address at which the server ends
 * the session.
 */
export async function signOut(person: Editor): Promise<void> {
  // The browser would show an error page, or the sign-in page of a network, while the session continues.
  if (!(await isServerItselfThere())) {
    tellStillSignedIn("The server, which signs you out, cannot be reached now.");
    return;
  }
  quietly(() => sessionStorage.clear());
  const forgetting = [
    ...[outbox.forget(), forgetDrafts(person), forgetTexts(person)],
    ...[keptAnswers.drop(), dropPreviews()],
  ];
  // A session that continues is worse than data on a device that does not answer; no other person is shown that data.
  await inTime(Promise.allSettled(forgetting).then(() => forgetCopies(person)));
  window.location.assign("/api/logout");
}

/** The answer of the device; null when it does not arrive in time. */
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

/** The number of photos that an earlier page has left on the device, unless this page shows them already. */
async function chosenOnDevice(person: Editor): Promise<number> {
  if (isChosenKnown.snapshot()) return 0;
  const database = await draftDatabase();
  // A browser that keeps nothing has no photos of an earlier page.
  const found = await database.read(person).catch(() => null);
  return (found?.drafts ?? []).reduce((sum, { files }) => sum + files.size, 0);
}

async function typedOnDevice(person: Editor): Promise<number> {
  const { findLeftTexts } = await import("./typed/left-texts.ts");
  return await findLeftTexts(person);
}

async function forgetDrafts(person: Editor): Promise<void> {
  await (await draftDatabase()).forget(person);
}

async function forgetTexts(person: Editor): Promise<void> {
  const { TypedDatabase } = await import("./typed/typed-database.ts");
  await new TypedDatabase().forget(person);
}

async function forgetCopies(person: Editor): Promise<void> {
  const copies = await import("./device/forget-copies.ts");
  await copies.forgetCopies(person);
}

async function draftDatabase() {
  const { DraftDatabase } = await import("./photos/draft-database.ts");
  return new DraftDatabase();
}
