import * as z from "zod";
import { photoTypes, rotations } from "../labels.ts";
import { date, madeAtInput, oneOf, optionalText } from "./fields.ts";
import { day, pageInput } from "./pages.ts";

const caption = optionalText("Caption", 1000);
const photoDate = date("Photo date");

const taskId = z.string("Task must be an id").min(1, "Task must be an id").nullable();

const rotationMessage = `Rotation must be one of ${rotations.join(", ")}`;
// A literal 0 lets -0 through, which the table refuses.
const rotation = z
  .literal(rotations, rotationMessage)
  .transform((sent): (typeof rotations)[number] => (sent === 0 ? 0 : sent));

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
