import { api } from "../../../convex/_generated/api.js";
import { type LivePages, useLivePages } from "../../hooks/reads/use-live-pages.ts";
import type { PhotoType, ProjectPhoto } from "../../lib/photos/photo.ts";

/** Photos of a page: two or three screens full. */
const PAGE_PHOTOS = 100;

/** The filters for the photos of a project. */
export interface WallQuestion {
  projectId: string;
  unitId?: string;
  type?: PhotoType;
  taskId?: string;
  uploadedBy?: string;
  day?: string;
}

/** The photos of a project that are loaded so far, live. */
export type WallPhotos = LivePages<ProjectPhoto>;

/** The photos of a project, newest first, page by page. */
export function useWallPhotos(question: WallQuestion): WallPhotos {
  return useLivePages(api.photos.ofProject, question, PAGE_PHOTOS);
}
