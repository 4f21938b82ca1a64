import * as z from "zod";
import { photoTypes, rotations } from "../labels.ts";
import { date, madeAtInput, oneOf, optionalText } from "./fields.ts";
import { day, pageInput } from "./pages.ts";

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
  if (!isPhoto) return wrongPhotoType(file.name);
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

const caption = optionalText("Caption", 1000);
const photoDate = date("Photo date");

const taskId = z.string("Task must be an id").min(1, "Task must be an id").nullable();

const rotationMessage = `Rotation must be one of ${rotations.join(", ")}`;
const rotation = z.literal(rotations, rotationMessage);

/**
 * The fields of a new photo. Without `photoDate` its date is that of taking the photo, or otherwise that of adding it.
 */
export const createPhotoInput = z.object({
  unitId: z.string("Unit is required").min(1, "Unit is required"),
  type: oneOf("Type", photoTypes),
  caption: caption.optional(),
  photoDate: photoDate.optional(),
  takenAt: date("Time of taking").optional(),
  taskId: taskId.optional(),
  rotation: rotation.optional(),
  madeAt: madeAtInput.optional(),
});

/** The fields of a new photo as the fields of a form, which are texts. */
export const photoFormInput = createPhotoInput.extend({
  rotation: z
    .enum(["0", "90", "180", "270"], rotationMessage)
    .transform(Number)
    .pipe(rotation)
    .optional(),
});

export type CreatePhotoInput = z.output<typeof createPhotoInput>;

/** The input of updating a photo: at least one field; `photoDate` applies to progress photos only. */
export const updatePhotoInput = z
  .object({
    photoDate: photoDate.pipe(z.number("Photo date is required")).optional(),
    rotation: rotation.optional(),
    taskId: taskId.optional(),
    caption: caption.optional(),
  })
  .refine((sent) => Object.values(sent).some((value) => value !== undefined), {
    message: "Photo date is required",
    path: ["photoDate"],
  });

export type UpdatePhotoInput = z.output<typeof updatePhotoInput>;

const sha256Message = "The hash must be 64 hexadecimal digits";

/** The filter of a unit's photos: the hash of one file, in hexadecimal digits of any case. */
export const photosInput = z.object({
  sha256: z
    .string(sha256Message)
    .regex(/^[\da-f]{64}$/i, sha256Message)
    .optional(),
});

/** The filters of a project's photos. An unknown id gives an empty page. */
const photoFilters = {
  unitId: z.string("Unit must be an id").optional(),
  type: oneOf("Type", photoTypes).optional(),
  taskId: z.string("Task must be an id").optional(),
  uploadedBy: z.string("Person must be an id").optional(),
  day: day("Day").optional(),
};

/** The input of a page of a project's photos. */
export const projectPhotosInput = z.object({
  ...{ ...photoFilters, ...pageInput },
  /** The end of a page that was read before, so that photos added since stay on that page. */
  through: pageInput.cursor,
});

export type ProjectPhotosInput = z.output<typeof projectPhotosInput>;
