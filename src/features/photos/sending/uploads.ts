import { useMemo } from "react";
import { useStore } from "../../../hooks/use-store.ts";
import { connection } from "../../../lib/connection/connection.ts";
import { connectionPerson } from "../../../lib/connection/connection-person.ts";
import { showError } from "../../../lib/errors.ts";
import { outbox } from "../../../lib/outbox/outbox.ts";
import { type Operation, pendingId } from "../../../lib/outbox/operation.ts";
import { errorOf } from "../../../lib/outbox/verdict.ts";
import type { NewPhoto } from "../../../lib/photos/optimistic-photo.ts";
import { heldCount } from "../../../lib/photos/chosen-count.ts";
import { photoProgress } from "../../../lib/photos/photo-progress.ts";
import { createStore } from "../../../lib/store.ts";
import {
  type Added,
  keepPhoto,
  type KeptPhoto,
  type OutgoingPhoto,
  withPreview,
} from "./keep-photo.ts";
import type { PhotoPlace } from "./staged-photos.ts";
import { endOfUpload, tellHeldByPage, tellUploads, type UploadEnd } from "./upload-report.ts";

/** A photo that the server does not have yet. */
export interface Upload extends Pick<OutgoingPhoto, "key" | "unitId" | "type" | "name"> {
  sha256: string | null;
  /** "failed" means that the server has refused the photo. */
  state: "waiting" | "sending" | "failed";
  /** The sent share of the file, from 0 to 1. */
  progress: number;
  /** True for a photo whose first attempt, to send it or to keep it, failed; it is retried automatically. */
  isTried: boolean;
  /** True when the photo is in the outbox; false while it is being written there. */
  isKept: boolean;
  /** The reason why the server refused it. */
  error?: Error;
}

const store = createStore<readonly Upload[]>([]);

/** Photos that the page alone has: their previews are being made, or the device could not keep them. */
let coming: readonly OutgoingPhoto[] = [];
/** The keys of those that could be neither kept nor sent yet. */
const heldByPage = new Set<string>();
/** The keys of photos that the server has, as far as this tab has seen them go. */
const arrived = new Set<string>();

outbox.subscribe(show);
photoProgress.subscribe(show);

/** The photos on their way: those in the person's outbox, and those that are being written to it. */
export const uploadQueue = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,

  /**
   * Keeps photos on the device one after the other, each with its preview. The outbox shows and sends kept photos; one
   * that the device cannot keep stays in the page until it is kept or sent. Resolves when the server has answered for
   * all of them, or there is no connection to wait for. A quiet run shows no message of success, because each photo
   * shows it in its place.
   */
  add: async (photos: readonly OutgoingPhoto[], { isQuiet = false } = {}): Promise<void> => {
    coming = [...coming, ...photos];
    show();
    const isAlone = photos.length === 1;
    const added = { by: connectionPerson.snapshot(), madeAt: new Date().toISOString() };
    const ends: Promise<UploadEnd>[] = [];
    for (const photo of photos) {
      const kept = await keptOrSent(photo, added);
      if (kept === "kept") ends.push(endOfUpload(photo, { isAlone }));
      else if (kept !== "cancelled")
        ends.push(Promise.resolve(endUnkept(kept, photo, { isAlone })));
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

  /** True when this tab knows that the server has the photo with this key. */
  hasArrived: (key: string): boolean => arrived.has(key),

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

/** Tries to keep or send a photo at each chance, until it is kept, sent, refused, or cancelled by the user. */
async function keptOrSent(photo: OutgoingPhoto, added: Added) {
  let made = photo;
  let restMs = FIRST_REST_MS;
  try {
    while (coming.includes(photo)) {
      // The preview is made at the first chance alone: to read a large photo takes long.
      made = await withPreview(made);
      const kept = await keepPhoto(made, added);
      if (kept !== "neither") return kept;
      if (!heldByPage.has(photo.key)) tellHeldByPage(photo.name);
      heldByPage.add(photo.key);
      show();
      await anotherChance(() => !coming.includes(photo), restMs);
      restMs = Math.min(2 * restMs, LONGEST_REST_MS);
    }
    return "cancelled";
  } finally {
    heldByPage.delete(photo.key);
  }
}

function endUnkept(
  kept: Exclude<KeptPhoto, "kept" | "neither">,
  { key, name }: OutgoingPhoto,
  { isAlone }: { isAlone: boolean },
): UploadEnd {
  if (kept === "sent") {
    arrived.add(key);
    return "confirmed";
  }
  if (!isAlone) showError(kept.error, `Failed to upload ${name}`);
  return kept;
}

/** The rests in ms between tries without another reason. They grow, because each try may send the whole photo. */
const FIRST_REST_MS = 10_000;
const LONGEST_REST_MS = 300_000;

/** Resolves when the network is back, something has left the outbox, `isOver` holds, or the rest is over. */
async function anotherChance(isOver: () => boolean, restMs: number): Promise<void> {
  const countOf = () => outbox.snapshot().operations.length;
  const count = countOf();
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      for (const unfollow of followed) unfollow();
      resolve();
    };
    const timer = window.setTimeout(end, restMs);
    window.addEventListener("online", end);
    const followed = [
      outbox.subscribe(() => countOf() < count && end()),
      connection.subscribe(() => connection.snapshot().state === "live" && end()),
      store.subscribe(() => isOver() && end()),
    ];
  });
}

function show(): void {
  heldCount.set(heldByPage.size);
  const before = new Map(store.snapshot().map((upload) => [upload.key, upload]));
  for (const key of before.keys()) {
    if (outbox.recordOf(pendingId(key)) !== undefined) arrived.add(key);
  }
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

function uploadComing({ key, unitId, type, name, sha256 = null }: OutgoingPhoto): Upload {
  const isTried = heldByPage.has(key);
  return { key, unitId, type, name, sha256, state: "waiting", progress: 0, isTried, isKept: false };
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
