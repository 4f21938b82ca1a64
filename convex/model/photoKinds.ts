/** The image formats a photo may have, by the names their files may end in. */
export const photoTypesByExtension = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  heic: "image/heic",
  heif: "image/heif",
} as const;

export type PhotoMimeType = (typeof photoTypesByExtension)[keyof typeof photoTypesByExtension];

/** Whether this is the MIME type of a photo. */
export function isPhotoMimeType(type: string | undefined): type is PhotoMimeType {
  return (Object.values(photoTypesByExtension) as (string | undefined)[]).includes(type);
}
