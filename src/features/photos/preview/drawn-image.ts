/** The longer side of a preview in px: sharp in a grid on any screen, a few dozen kilobytes. */
export const PREVIEW_PX = 640;

/** The size of an image in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Encodes a drawn image in a format; resolves with null when the browser cannot write the format. */
export type WriteImage = (type: string, quality: number) => Promise<Blob | null>;

/** An image that canvases can draw, in the page and in a worker. */
export type Drawable = ImageBitmap | VideoFrame;

/** Draws an image at a size. The page and a worker use different canvases. */
export type DrawImage = (image: Drawable, size: ImageSize) => WriteImage;

/** The size of an image, scaled down so that its longer side is at most `longest`. An image is never enlarged. */
export function sizeWithin({ width, height }: ImageSize, longest: number): ImageSize {
  return sizeAt({ width, height }, Math.min(1, longest / Math.max(width, height)));
}

/** The size of an image at a scale, at least one pixel each way. */
export function sizeAt({ width, height }: ImageSize, scale: number): ImageSize {
  return {
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
  };
}

/** Draws on a canvas of the page. The browser encodes the file off the main thread, but reads the pixels on it. */
export const drawOnPage: DrawImage = (image, size) => {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, size);
  drawInto(canvas.getContext("2d"), image, size);
  return async (type, quality) => {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    return ofType(blob, type);
  };
};

/** Draws on a canvas of a worker. */
export const drawInWorker: DrawImage = (image, size) => {
  const canvas = new OffscreenCanvas(size.width, size.height);
  drawInto(canvas.getContext("2d"), image, size);
  return async (type, quality) => ofType(await canvas.convertToBlob({ type, quality }), type);
};

/** A small image as WebP, or as JPEG when the browser cannot write WebP. */
export async function writePreview(write: WriteImage): Promise<Blob | null> {
  const quality = 0.8;
  return (await write("image/webp", quality)) ?? (await write("image/jpeg", quality));
}

function drawInto(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null,
  image: Drawable,
  { width, height }: ImageSize,
): void {
  if (!context) throw new Error("No canvas to draw on");
  // JPEG has no transparency, so transparent parts become white and not black.
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
}

/** Null when the browser cannot write the format and used PNG instead. */
function ofType(blob: Blob | null, type: string): Blob | null {
  return blob?.type === type ? blob : null;
}
