import { useEffect } from "react";
import { makerOf } from "../../lib/outbox/operation.ts";
import { outbox } from "../../lib/outbox/outbox.ts";
import { type LocalPhoto, localPhotos } from "../../lib/photos/local-photos.ts";
import { useStore } from "../use-store.ts";

/** The files of a photo on this device, if it is shown from here; undefined for other photos. */
export function useLocalPhoto({ filename }: { filename: string }): LocalPhoto | undefined {
  const local = useStore(localPhotos, () => localPhotos.find(filename));
  const isMissing = local === undefined;
  useEffect(() => {
    // After a reload only the outbox has the files.
    if (isMissing) void readFiles(makerOf(filename));
  }, [isMissing, filename]);
  return local;
}

async function readFiles(operationId: string | null): Promise<void> {
  if (operationId === null) return;
  const { photo, preview } = (await outbox.files(operationId)) ?? {};
  if (photo !== undefined) localPhotos.put(operationId, { photo, preview });
}
