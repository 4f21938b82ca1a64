import { backgroundWork, type BackgroundWork } from "../../../lib/background-work.ts";
import { connection } from "../../../lib/connection/connection.ts";
import { formatCount } from "../../../lib/format.ts";
import { outbox } from "../../../lib/outbox/outbox.ts";
import { doubtfulPhotos } from "./doubtful-photos.ts";
import { stagedPhotos } from "./staged-photos.ts";
import { uploadQueue } from "./uploads.ts";

const addressByUnit = new Map<string, string>();
/** The photos that have been in a unit's queue since it was last empty. */
const queuedByUnit = new Map<string, Set<string>>();

/** Shows the unsent photos of a unit as background work while its dialog is closed. `address` shows its photos. */
export function followUnsentPhotos(unitId: string, address: string): void {
  if (addressByUnit.size === 0) {
    uploadQueue.subscribe(showAll);
    connection.subscribe(showAll);
    stagedPhotos.subscribe(showAll);
    doubtfulPhotos.subscribe(showAll);
  }
  addressByUnit.set(unitId, address);
}

/** The address that shows the unsent photos of a unit; null for a unit that is not followed. */
export function followedAddress(unitId: string): string | null {
  return addressByUnit.get(unitId) ?? null;
}

/** The address that shows the photos of a unit. */
export function unitPhotosAddress({ projectId, unitId }: Record<"projectId" | "unitId", string>) {
  const search = new URLSearchParams({ unit: unitId, tab: "photos" });
  return `/projects/${encodeURIComponent(projectId)}/units?${search.toString()}`;
}

function showAll(): void {
  for (const [unitId, address] of addressByUnit) {
    const unsent = unsentOf(unitId);
    backgroundWork.set(`photos ${unitId}`, unsent && { ...unsent, address });
  }
}

function unsentOf(unitId: string): Omit<BackgroundWork, "address"> | null {
  const uploads = uploadQueue.snapshot().filter((upload) => upload.unitId === unitId);
  const failed = uploads.filter(({ state }) => state === "failed");
  const pending = uploads.filter(({ state }) => state !== "failed");
  if (pending.length > 0) {
    const queued = queuedByUnit.get(unitId) ?? new Set();
    queuedByUnit.set(unitId, queued);
    for (const { key } of pending) queued.add(key);
    const done = queued.size - pending.length;
    const survivesReload = outbox.snapshot().isKept && !pending.some(({ isKept }) => !isKept);
    const isMoving = pending.some(({ state }) => state === "sending");
    if (connection.snapshot().state !== "live" && !isMoving) {
      const text = `${formatCount(pending.length, "photo")} waiting for network`;
      return { text, share: null, survivesReload };
    }
    const text = `Uploading photo ${String(Math.min(done + 1, queued.size))} of ${String(queued.size)}`;
    const sent = pending.reduce((sum, { progress }) => sum + progress, 0);
    return { text, share: (done + sent) / queued.size, survivesReload };
  }
  queuedByUnit.delete(unitId);
  if (failed.length > 0) {
    const discard = () => uploadQueue.cancel(...failed.map(({ key }) => key));
    const text = `${formatCount(failed.length, "photo")} not uploaded`;
    const survivesReload = outbox.snapshot().isKept;
    return { text, share: null, hasFailed: true, discard, survivesReload };
  }
  const doubtful = doubtfulPhotos.ofUnit(unitId).length;
  if (doubtful > 0) {
    const discard = () => doubtfulPhotos.leaveOut(unitId);
    return { text: `${formatCount(doubtful, "photo")} already in the unit`, share: null, discard };
  }
  const staged = stagedPhotos.ofUnit(unitId);
  const count = staged.reduce((sum, { files }) => sum + files.length, 0);
  if (count === 0) return null;
  const discard = () => staged.forEach(({ place }) => stagedPhotos.clear(place));
  const survivesReload = staged.every(({ isKept }) => isKept === true);
  const text = `${formatCount(count, "photo")} not uploaded yet`;
  return { text, share: null, discard, survivesReload };
}
