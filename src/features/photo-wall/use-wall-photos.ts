import { useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useLast } from "../../hooks/use-last.ts";
import { useLiveQueries } from "../../hooks/use-live-query.ts";
import type { ProjectPhoto } from "../../lib/photo.ts";
import { type PageEnds, endsAfter, pagesOf } from "./wall-pages.ts";

/** The photos that are asked for. */
export interface WallQuestion {
  projectId: string;
  unitId?: string;
  type?: ProjectPhoto["type"];
  taskId?: string;
  uploadedBy?: string;
  day?: string;
}

/** The photos of a project as far as they are read, live. */
export interface WallPhotos {
  /** Undefined until the first page is there. */
  photos: readonly ProjectPhoto[] | undefined;
  hasMore: boolean;
  readMore: () => void;
}

/**
 * The photos of a project, newest first, page by page. The end of a page that was read stays where it is, so that a new
 * photo sends one page anew. Another question needs another component: mount it by a key of the question.
 */
export function useWallPhotos(question: WallQuestion): WallPhotos {
  const [ends, setEnds] = useState<PageEnds>([]);
  const answers = useLiveQueries(api.photos.ofProject, pagesOf(question, ends));
  // A further page that loads takes nothing away that is seen already.
  const shown = useLast(answers);
  const kept = answers === undefined ? ends : endsAfter(ends, answers);
  if (kept !== ends) setEnds(kept);
  const photos = useMemo(() => shown?.flatMap(({ page }) => page), [shown]);
  const next = answers?.at(-1)?.continueCursor ?? null;
  return {
    photos,
    hasMore: shown !== undefined && (answers === undefined || next !== null),
    readMore: () => {
      if (next !== null) setEnds((old) => (old.includes(next) ? old : [...old, next]));
    },
  };
}
