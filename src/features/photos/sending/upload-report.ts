import { ConvexError } from "convex/values";
import { toast } from "../../../components/ui/toast.ts";
import { errorCode, type ErrorCode, showError } from "../../../lib/errors.ts";
import { formatCount } from "../../../lib/format.ts";
import type { Answered } from "../../../lib/outbox/outcomes.ts";
import { outbox } from "../../../lib/outbox/outbox.ts";
import { reasonOf } from "../../../lib/outbox/verdict.ts";
import { untilHeldUp } from "../../../lib/photos/held-up.ts";
import { photoGone } from "../../../lib/photos/send-photo.ts";

const refusalByCode: Partial<Record<ErrorCode, string>> = {
  invalid: "Not a valid image",
  too_large: "Too large",
  not_found: "Unit deleted",
  forbidden: "Not permitted",
};

/** The reason why the server will never take this photo, in a few words; null when a retry can succeed. */
export function refusalOf(error: unknown): string | null {
  const code = errorCode(error);
  if (code === "not_found" && reasonOf(error).message === photoGone) return "Not on this device";
  return (code && refusalByCode[code]) ?? null;
}

/** The present result of an upload. */
export type UploadEnd = Answered | { error: unknown };

/**
 * Waits for the server's answer to a photo, unless something else answers in its place: the photo waits then, and is
 * sent by itself. A refusal among several photos shows an error with the photo's name.
 */
export async function endOfUpload(
  { key, name }: { key: string; name: string },
  { isAlone }: { isAlone: boolean },
): Promise<UploadEnd> {
  const [held, unfollow] = untilHeldUp(key);
  try {
    return await Promise.race([outbox.answered(key, { keepsRefusal: true }), held]);
  } catch (error) {
    if (!isAlone) showError(error, `Failed to upload ${name}`);
    return { error };
  } finally {
    unfollow();
  }
}

/** Shows the result of several uploads, in the words of the specification. */
export function tellUploads(ends: readonly UploadEnd[], { isQuiet }: { isQuiet: boolean }): void {
  const uploaded = ends.filter((end) => end === "confirmed").length;
  const waiting = ends.filter((end) => end === "waiting").length;
  const errors = ends.flatMap((end) => (typeof end === "string" ? [] : [end.error]));
  if (waiting === 0) tellEnd(uploaded, { isQuiet, errors });
  else if (!isQuiet) tellWaiting(waiting);
}

/** Says that this page alone has a photo, because the device could not keep it and nothing could be sent. */
export function tellHeldByPage(name: string): void {
  const description = `${name} is neither kept nor sent yet. Leave this page open: it is sent by itself. Or free some space on this device.`;
  toast({ title: "This device keeps no photo now", description, variant: "destructive" });
}

function tellWaiting(count: number): void {
  const photos = `${formatCount(count, "photo")} ${count === 1 ? "waits" : "wait"}`;
  const description = outbox.snapshot().isKept
    ? `${photos} on this device, and ${count === 1 ? "is" : "are"} sent by ${count === 1 ? "itself" : "themselves"}.`
    : `${photos}. This browser keeps nothing: leave this page open until they are sent.`;
  toast({ title: "Waiting for network", description });
}

function tellEnd(
  uploaded: number,
  { errors, isQuiet }: { errors: readonly unknown[]; isQuiet: boolean },
): void {
  const total = uploaded + errors.length;
  if (total === 0) return;
  if (errors.length === 0) {
    if (!isQuiet) toast({ title: "Photo uploaded successfully" });
    return;
  }
  const lastError = errors.at(-1);
  if (uploaded > 0) {
    const description = `Uploaded ${String(uploaded)} of ${String(total)} photos`;
    toast({ title: "Partial success", description });
  } else if (errorCode(lastError) === "unauthenticated") showError(lastError);
  else {
    const message = wordsOf(lastError);
    const reason = message === "" ? "" : ` (${message})`;
    const description = `Failed to upload photo. Please try again${reason}`;
    toast({ title: "Upload failed", description, variant: "destructive" });
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof ConvexError) return reasonOf(error).message;
  return error instanceof Error ? error.message : "";
}
