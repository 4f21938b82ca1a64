import { api } from "../../../convex/_generated/api.js";
import { useLiveQueries } from "../../hooks/reads/use-live-query.ts";
import type { PhotoType, ProjectPhoto } from "../../lib/photos/photo.ts";
import type { CompareSearch } from "./compare-search.ts";

/** A pair of photos; a missing side is null. */
export interface Pair {
  left: ProjectPhoto | null;
  right: ProjectPhoto | null;
}

/**
 * The pair of an address, live; undefined while it loads. A side that the address leaves open is the newest before
 * photo, or completion photo, of its unit or task.
 */
export function usePair(projectId: string, search: CompareSearch): Pair | undefined {
  const { left, right, unit, task } = search;
  const named = [left, right].filter((photoId) => photoId !== undefined);
  const photos = useLiveQueries(
    api.photos.get,
    named.map((photoId) => ({ projectId, photoId })),
  );
  const place = {
    ...(unit !== undefined && { unitId: unit }),
    ...(task !== undefined && { taskId: task }),
  };
  const newest = (type: PhotoType) => ({ projectId, ...place, type, limit: 1 });
  const isOpen = (unit ?? task) !== undefined && named.length < 2;
  const defaults = useLiveQueries(
    api.photos.ofProject,
    isOpen ? [newest("before"), newest("completion")] : [],
  );
  if (photos === undefined || defaults === undefined) return undefined;
  const [before, after] = defaults.map(({ page }) => page[0] ?? null);
  return {
    left: (left === undefined ? before : photos[0]) ?? null,
    right: (right === undefined ? after : photos.at(-1)) ?? null,
  };
}
