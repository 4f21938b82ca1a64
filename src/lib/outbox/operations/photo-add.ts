import { ConvexError } from "convex/values";
import { api } from "../../../../convex/_generated/api.js";
import { answers } from "../../answers/answers.ts";
import { ApiError, apiGet } from "../../api-client.ts";
import { PHOTO_STAGE } from "../../photos/photo.ts";
import { localPhotos } from "../../photos/local-photos.ts";
import {
  applyNewPhoto,
  isOf,
  type NewPhoto,
  type UnitPhoto,
} from "../../photos/optimistic-photo.ts";
import { applyNewProjectPhoto } from "../../photos/optimistic-project-photo.ts";
import { heldUp } from "../../photos/held-up.ts";
import { Unreachable } from "../../server-answer.ts";
import { photoProgress } from "../../photos/photo-progress.ts";
import { photoGone, sendPhoto } from "../../photos/send-photo.ts";
import { type Description, type Files, momentOf, type Operation, pendingId } from "../operation.ts";
import { unitAddress, unitName } from "./names.ts";

/**
 * Three uploads at once use a connection fully. Small files go first, so that most photos arrive before the connection
 * is lost again.
 */
const photos = {
  name: "photos",
  atOnce: 3,
  order: (a: Operation, b: Operation) => sizeOf(a) - sizeOf(b) || a.seq - b.seq,
};

/** A new photo of a unit; its files are kept with it. */
export const photoAdd: Description<NewPhoto, UnitPhoto> = {
  version: 1,
  idOf: ({ key }) => key,
  recordOf: (_, id) => pendingId(id),
  textOf: ({ unitId, type, name }, shown) => {
    const unit = unitName(shown, unitId);
    const stage = `${PHOTO_STAGE[type]} photo`;
    return `${unit === undefined ? stage : `${stage} of ${unit}`}: ${name}`;
  },
  addressOf: ({ unitId }, shown) => unitAddress(shown, unitId, "photos"),
  show: (store, operation, { person, created }) => {
    const { id } = operation;
    const args = photoOf(operation);
    const made = { id: pendingId(id), at: momentOf(operation), by: person, known: created };
    applyNewPhoto(store, args, made);
    applyNewProjectPhoto(store, args, made);
  },
  send: async (operation, { files, signal }) => {
    const { id } = operation;
    photoProgress.set(id, 0);
    try {
      const photo =
        (await arrivedBefore(operation, signal)) ?? (await send(operation, await files(), signal));
      heldUp.note(id, false);
      localPhotos.stored(id, photo.filename);
      await isShown(id, signal);
      return photo;
    } catch (error) {
      heldUp.note(id, error instanceof Unreachable && error.isAnswered);
      throw error;
    } finally {
      photoProgress.end(id);
    }
  },
  createdBy: ({ id }) => id,
  typedIn: ({ caption }) => caption ?? "",
  lane: photos,
};

async function send(
  operation: Operation<NewPhoto>,
  files: Files | null,
  signal: AbortSignal,
): Promise<UnitPhoto> {
  const { id, by } = operation;
  const args = photoOf(operation);
  const { photo, preview } = files ?? {};
  if (photo === undefined) {
    throw new ConvexError({ code: "not_found", message: photoGone });
  }
  const { unitId, type, caption, photoDate, takenAt, taskId, name } = args;
  // The cookie may belong to another person by now. The server then refuses the session, and the photo waits for its
  // author's.
  const made = { key: id, by, madeAt: new Date(momentOf(operation)).toISOString() };
  const sendAs = async (task: string | null) =>
    await sendPhoto(
      { unitId, type, ...made, caption, photoDate, takenAt, taskId: task },
      { photo, preview, name },
      { signal, onProgress: (share) => photoProgress.set(id, share) },
    );
  try {
    return await sendAs(taskId);
  } catch (error) {
    // The server keeps the photos of a deleted task with the unit, so this one is sent without the task.
    if (taskId === null || !isAboutTask(error)) throw error;
    return await sendAs(null);
  }
}

/** The photo with the time of its taking by the server's clock, as far as that is known. */
function photoOf({ args, clockLag = 0 }: Operation<NewPhoto>): NewPhoto {
  const { takenAt } = args;
  if (takenAt === null) return args;
  return { ...args, takenAt: new Date(Date.parse(takenAt) + clockLag).toISOString() };
}

function isAboutTask(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400 && /"path":"taskId"/.test(error.message);
}

/** A photo whose answer was lost, found by its hash, so that the file is not sent again. */
async function arrivedBefore(
  operation: Operation<NewPhoto>,
  signal: AbortSignal,
): Promise<UnitPhoto | undefined> {
  const args = photoOf(operation);
  const { unitId, sha256 } = args;
  if (operation.tries < 2 || sha256 === null) return undefined;
  const search = { sha256 };
  const stored = await apiGet(["/api/units", unitId, "photos"], { search, signal });
  return (stored as UnitPhoto[]).find((photo) => isOf(photo, args, momentOf(operation)));
}

/**
 * The longest wait in ms for the live answer after an upload's own answer; the tile must not disappear between the two.
 */
const LIVE_MS = 2000;

/**
 * Resolves when no tile stands for the pending photo any more, because the live answers have it; at the latest after
 * `LIVE_MS`.
 */
async function isShown(operationId: string, signal: AbortSignal): Promise<void> {
  const isThere = () => !photosShown().has(pendingId(operationId));
  if (isThere()) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      unfollow();
      clearTimeout(late);
      resolve();
    };
    const unfollow = answers.follow(() => isThere() && end());
    const late = setTimeout(end, LIVE_MS);
    signal.addEventListener("abort", end, { once: true });
  });
}

function photosShown(): ReadonlySet<string> {
  const shown = answers.shown();
  const ofUnits = shown.getAllQueries(api.photos.list).flatMap(({ value }) => value ?? []);
  const onCards = shown
    .getAllQueries(api.units.list)
    .flatMap(({ value }) => value?.flatMap(({ recentPhotos }) => recentPhotos) ?? []);
  const ofProjects = shown
    .getAllQueries(api.photos.ofProject)
    .flatMap(({ value }) => value?.page ?? []);
  return new Set<string>([...ofUnits, ...onCards, ...ofProjects].map(({ id }) => id));
}

function sizeOf({ args }: Operation): number {
  return (args as NewPhoto).size;
}
