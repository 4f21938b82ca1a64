import { useMemo } from "react";
import { useStore } from "../../../hooks/use-store.ts";
import { outbox } from "../../../lib/outbox/outbox.ts";
import type { Operation } from "../../../lib/outbox/operation.ts";
import { errorOf } from "../../../lib/outbox/verdict.ts";
import type { NewPhoto } from "../../../lib/photos/optimistic-photo.ts";
import { photoProgress } from "../../../lib/photos/photo-progress.ts";
import { createStore } from "../../../lib/store.ts";
import { keepPhoto, type OutgoingPhoto } from "./keep-photo.ts";
import type { PhotoPlace } from "./staged-photos.ts";
import { endOfUpload, tellUploads, type UploadEnd } from "./upload-report.ts";

/** A photo that the server does not have yet. */
export interface Upload extends Pick<OutgoingPhoto, "key" | "unitId" | "type" | "name"> {
  sha256: string | null;
  /** "failed" means that the server has refused the photo. */
  state: "waiting" | "sending" | "failed";
  /** The sent share of the file, from 0 to 1. */
  progress: number;
  /** True for a photo whose first attempt failed; it is retried automatically. */
  isTried: boolean;
  /** True when the photo is in the outbox; false while it is being written there. */
  isKept: boolean;
  /** The reason why the server refused it. */
  error?: Error;
}

const store = createStore<readonly Upload[]>([]);

/** Photos whose previews are being made, before they are on the device. */
let coming: readonly OutgoingPhoto[] = [];

outbox.subscribe(show);
photoProgress.subscribe(show);

/** The photos on their way: those in the person's outbox, and those that are being written to it. */
export const uploadQueue = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,

  /**
   * Keeps photos on the device one after the other, each with its preview. The outbox shows and sends kept photos.
   * Resolves when the server has answered for all of them, or there is no connection to wait for. A quiet run shows no
   * message of success, because each photo shows it in its place.
   */
  add: async (photos: readonly OutgoingPhoto[], { isQuiet = false } = {}): Promise<void> => {
    coming = [...coming, ...photos];
    show();
    const isAlone = photos.length === 1;
    const ends: Promise<UploadEnd>[] = [];
    for (const photo of photos) {
      // The user may have cancelled the photo by now.
      const kept = coming.includes(photo) ? await keepPhoto(photo) : "lost";
      if (kept === "kept") ends.push(endOfUpload(photo, { isAlone }));
      if (kept === "sent") ends.push(Promise.resolve("confirmed"));
      coming = coming.filter((each) => each !== photo);
      show();
    }
    tellUploads(await Promise.all(ends), { isQuiet });
  },

  /** Sends refused photos again. */
  retry: async (keys: readonly string[]): Promise<void> => {
    const again = store.snapshot().filter(({ key }) => keys.includes(key));
    const isAlone = again.length === 1;
    const ends = again.map(async (upload) => {
      await outbox.retry(upload.key);
      return await endOfUpload(upload, { isAlone });
    });
    tellUploads(await Promise.all(ends), { isQuiet: false });
  },

  /** Discards photos, whether they wait, are being sent, or were refused. */
  cancel: (...keys: readonly string[]): void => {
    coming = coming.filter(({ key }) => !keys.includes(key));
    const kept = photosOf(outbox.snapshot().operations).filter(({ id }) => keys.includes(id));
    for (const { id } of kept) void outbox.discard(id);
    show();
  },
};

/** The uploads of one section of a unit. */
export function useUploads({ unitId, type }: PhotoPlace) {
  const uploads = useStore(uploadQueue, (all) => all);
  return useMemo(
    () => uploads.filter((upload) => upload.unitId === unitId && upload.type === type),
    [uploads, unitId, type],
  );
}

function show(): void {
  const before = new Map(store.snapshot().map((upload) => [upload.key, upload]));
  const kept = photosOf(outbox.snapshot().operations).map(uploadOf);
  const keptKeys = new Set(kept.map(({ key }) => key));
  const unkept = coming.filter(({ key }) => !keptKeys.has(key)).map(uploadComing);
  const uploads = [...kept, ...unkept].map((upload) => sameOrNew(before.get(upload.key), upload));
  const isSame =
    uploads.length === before.size &&
    uploads.every((upload, at) => store.snapshot()[at] === upload);
  if (!isSame) store.set(uploads);
}

function photosOf(operations: readonly Operation[]): Operation<NewPhoto>[] {
  return operations.filter(({ kind }) => kind === "photo.add") as Operation<NewPhoto>[];
}

function uploadOf({ id, args, state, tries, refusal }: Operation<NewPhoto>): Upload {
  const { unitId, type, name, sha256 } = args;
  const photo = { key: id, unitId, type, name, sha256, isTried: tries > 0, isKept: true };
  if (refusal !== null) {
    return { ...photo, state: "failed", progress: 0, error: errorOf(refusal) };
  }
  const progress = state === "sending" ? photoProgress.snapshot().get(id) : undefined;
  return {
    ...photo,
    state: progress === undefined ? "waiting" : "sending",
    progress: progress ?? 0,
  };
}

const unkept = { state: "waiting", progress: 0, isTried: false, isKept: false } as const;

function uploadComing({ key, unitId, type, name, sha256 = null }: OutgoingPhoto): Upload {
  return { key, unitId, type, name, sha256, ...unkept };
}

/** The previous upload object while all of its fields are equal, so that only changed rows render again. */
function sameOrNew(before: Upload | undefined, now: Upload): Upload {
  if (before === undefined) return now;
  const isSame =
    before.state === now.state &&
    before.progress === now.progress &&
    before.isTried === now.isTried &&
    before.isKept === now.isKept &&
    before.error?.message === now.error?.message;
  return isSame ? before : now;
}
