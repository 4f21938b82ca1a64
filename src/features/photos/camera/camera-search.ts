import { oneOf, searchOf, text } from "../../../lib/shape.ts";
import { photoTypes } from "../../../../convex/rules/labels.ts";

/** The search parameters of the camera: the stage, and the task that the photos are of. */
export const cameraSearch = searchOf({
  stage: oneOf(photoTypes),
  task: text,
});

export type CameraSearch = ReturnType<typeof cameraSearch>;
