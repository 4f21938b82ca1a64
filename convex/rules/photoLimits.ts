/** The maximum size of a photo in bytes: 10 MB. */
export const maxPhotoBytes = 10 * 1024 * 1024;

/** The most pixels that a photo may have: decoded, these take 200 MB of memory. */
export const maxPhotoPixels = 50_000_000;

/** The maximum number of pixels of a preview. */
export const maxPreviewPixels = 1_000_000;

/** The formats of photos, by the extension of the file name. */
export const photoTypesByExtension = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  heic: "image/heic",
  heif: "image/heif",
} as const;

/** The MIME types of photos. */
export const photoMimeTypes = [
  ...(["image/jpeg", "image/png", "image/gif", "image/webp"] as const),
  ...(["image/heic", "image/heif"] as const),
];

export type PhotoMimeType = (typeof photoMimeTypes)[number];

const mimeTypes: readonly string[] = photoMimeTypes;

/** The reason for which a file cannot be a photo, in the words people read. */
export type PhotoFileProblem = {
  code: "invalid" | "too_large";
  title: string;
  description: string;
};

/**
 * The problem of a chosen file, or null. A photo is recognised by its MIME type or by the extension of its name,
 * because not every browser knows the type of a HEIC file.
 */
export function photoFileProblem(file: {
  name: string;
  type: string;
  size: number;
}): PhotoFileProblem | null {
  const type = file.type.split(";")[0]?.trim().toLowerCase() ?? "";
  const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  const isPhoto = mimeTypes.includes(type) || Object.hasOwn(photoTypesByExtension, extension);
  // An empty file is what a cloud has not fetched yet, or a failed copy.
  if (!isPhoto || file.size === 0) return wrongPhotoType(file.name);
  if (file.size <= maxPhotoBytes) return null;
  return {
    code: "too_large",
    title: "File too large",
    description: "Please select files smaller than 10MB",
  };
}

/** The problem of a photo with so many pixels that it would fill the memory of the device that shows it. */
export function tooManyPixels(pixels: number): PhotoFileProblem {
  const megapixels = Math.ceil(pixels / 100_000) / 10;
  return {
    code: "too_large",
    title: "File too large",
    description: `The photo has ${megapixels} megapixels; please select photos of at most ${maxPhotoPixels / 1_000_000}`,
  };
}

/**
 * A file name without characters that could disguise it: control characters, bidirectional controls and lone
 * surrogates.
 */
export function plainFileName(name: string): string {
  return name.replace(/[\p{Cc}\p{Bidi_Control}\p{Surrogate}]/gu, "");
}

/** The problem of a file that is no image of an allowed format, whatever it is called. */
export function wrongPhotoType(name: string): PhotoFileProblem {
  return {
    code: "invalid",
    title: "Invalid file type",
    description: `File ${plainFileName(name)} is not a valid image. Please upload JPEG, PNG, GIF, WebP, or HEIC images`,
  };
}
