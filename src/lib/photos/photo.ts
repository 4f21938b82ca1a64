import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";

/** A photo of a unit. */
export type Photo = FunctionReturnType<typeof api.photos.list>[number];

/** The stage of the work at which a photo was taken. */
export type PhotoType = Photo["type"];

/** A photo as the query for a project's photos returns it. */
export type ProjectPhoto = FunctionReturnType<typeof api.photos.get>;

/** The words of a stage of the work. */
export const PHOTO_STAGE: Readonly<Record<PhotoType, string>> = {
  before: "Before",
  progress: "Progress",
  completion: "Completion",
};

/** The fields of a photo that describe it. */
export type NamedPhoto = {
  type: PhotoType;
  filename: string;
  originalName: string | null;
  caption: string | null;
};

/** The text that describes a photo. A number within a batch, such as "(4/4)", does not count as a caption. */
export function describePhoto(photo: Omit<NamedPhoto, "filename">): string {
  const caption = /^\(\d+\/\d+\)$/.test(photo.caption ?? "") ? null : photo.caption;
  return caption || photo.originalName || `${photo.type} photo`;
}

/** The address of a photo as it was uploaded. */
export function originalUrl(photo: Pick<NamedPhoto, "filename">): string {
  return `/api/photos/${encodeURIComponent(photo.filename)}`;
}

/** The address of the small image of a photo. */
export function previewUrl(photo: Pick<NamedPhoto, "filename">): string {
  return `${originalUrl(photo)}?size=preview`;
}
