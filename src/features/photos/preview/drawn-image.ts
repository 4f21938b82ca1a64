/** The longer side of a preview: sharp in a grid on any screen, a few dozen kilobytes. */
export const PREVIEW_PX = 640;

/** The size of an image in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** The function that writes a drawn image in a format; null where the browser cannot write it. */
export type WriteImage = (type: string, quality: number) => Promise<Blob | null>;

/** An image that canvases can draw, in the page and in a worker. */
export type Drawable = ImageBitmap | VideoFrame;

/** The function that draws an image at a size. A page and a worker have different canvases for it. */
export type DrawImage = (image: Drawable, size: ImageSize) => WriteImage;

/** The size of an image whose longer side is at most so long; none grows. */
export function sizeWithin({ width, height }: ImageSize, longest: number): ImageSize {
  return sizeAt({ width, height }, Math.min(1, longest / Math.max(width, height)));
}

/** The size of an image at a scale, of one pixel and more. */
export function sizeAt({ width, height }: ImageSize, scale: number): ImageSize {
  return {
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
  };
}

/** Draws on a canvas of the page. The browser writes the file beside the page, but it reads the pixels on it. */
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

/** A small image as WebP, or as JPEG where the browser does not write that. */
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
  // JPEG has no transparency; what shows through should be paper, not black.
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
}

/** Null where the browser cannot write the format and falls back to PNG. */
function ofType(blob: Blob | null, type: string): Blob | null {
  return blob?.type === type ? blob : null;
}
