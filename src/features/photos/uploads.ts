import { useMemo } from "react";
import { useStore } from "../../hooks/use-store.ts";
import { sendPhoto } from "./send-photo.ts";
import type { PhotoPlace } from "./staged-photos.ts";
import { UploadQueue } from "./upload-queue.ts";
import { uploadReport } from "./upload-report.ts";

/** The uploads of this window: one queue, so that never two are sent at once. */
export const uploadQueue = new UploadQueue(sendPhoto, uploadReport);

/** The photos that are on their way to one section of a unit. */
export function useUploads({ unitId, type }: PhotoPlace) {
  const uploads = useStore(uploadQueue, (all) => all);
  return useMemo(
    () => uploads.filter((upload) => upload.unitId === unitId && upload.type === type),
    [uploads, unitId, type],
  );
}
