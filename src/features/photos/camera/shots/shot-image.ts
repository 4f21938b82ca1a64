import {
  type Drawable,
  type DrawImage,
  type ImageSize,
  PREVIEW_PX,
  sizeWithin,
  writePreview,
} from "../../preview/drawn-image.ts";

/** The longer side of a photo that is taken here, in px: enough for print, about a megabyte. */
const SHOT_PX = 2560;

const QUALITY = 0.85;

/** The picture of a shot: the video frame, and the camera's own still if that is better. */
export interface ShotPicture {
  frame: Drawable;
  still: Blob | null;
}

/** The files of a shot. */
export interface ShotFiles {
  photo: Blob;
  preview: Blob | null;
}

/** Makes the files of a shot. It uses the frame when the still cannot be read. */
export async function makeShotFiles(
  { frame, still }: ShotPicture,
  draw: DrawImage,
): Promise<ShotFiles> {
  const image = (still && (await readStill(still))) ?? frame;
  try {
    const size = sizeOf(image);
    const photo = await draw(image, sizeWithin(size, SHOT_PX))("image/jpeg", QUALITY);
    if (photo === null) throw new Error("The photo could not be written");
    const preview = await writePreview(draw(image, sizeWithin(size, PREVIEW_PX)));
    return { photo, preview };
  } finally {
    image.close();
    // A camera has few frames, and stops while all of them are in use.
    frame.close();
  }
}

function sizeOf(image: Drawable): ImageSize {
  if ("width" in image) return { width: image.width, height: image.height };
  return { width: image.displayWidth, height: image.displayHeight };
}

async function readStill(still: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(still, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
}
