import { useMemo, useSyncExternalStore } from "react";
import type { PhotoType } from "./photo-types.ts";
import { sendPhoto } from "./send-photo.ts";
import { UploadQueue } from "./upload-queue.ts";
import { uploadReport } from "./upload-report.ts";

/** The uploads of this window: one queue, so that never two are sent at once. */
export const uploadQueue = new UploadQueue(sendPhoto, uploadReport);

uploadQueue.subscribe(() => {
  window.removeEventListener("beforeunload", warn);
  if (uploadQueue.snapshot().some(({ state }) => state !== "failed"))
    window.addEventListener("beforeunload", warn);
});

/** The photos that are on their way to one section of a unit. */
export function useUploads({ unitId, type }: { unitId: string; type: PhotoType }) {
  const uploads = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.snapshot);
  return useMemo(
    () => uploads.filter((upload) => upload.unitId === unitId && upload.type === type),
    [uploads, unitId, type],
  );
}

/** Lets the browser ask before the page is left with photos unsent. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
