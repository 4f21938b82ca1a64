import * as z from "zod/mini";
import { photoTypes } from "../../../../convex/rules/labels.ts";

/** The search parameters of the camera: the stage, and the task that the photos are of. */
export const cameraSearch = z.object({
  stage: z.catch(z.optional(z.enum(photoTypes)), undefined),
  task: z.catch(z.optional(z.string()), undefined),
});

export type CameraSearch = z.infer<typeof cameraSearch>;
