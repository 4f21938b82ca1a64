import { maxPhotoPixels, maxPreviewPixels } from "../../../convex/rules/inputs/photos.ts";
import { readImageSize } from "./image-size.ts";

/** The longer side of a preview: sharp in a grid on any screen, a few dozen kilobytes. */
const PREVIEW_PX = 640;
const QUALITY = 0.8;
/** A small copy of an image, or null when this browser cannot read it or the copy would save nothing. */
export async function makePreview(file: File): Promise<Blob | null> {
  try {
    const { width, height } = (await readImageSize(file)) ?? { width: 0, height: 0 };
    if (width * height > maxPhotoPixels) return null;
    const isHeic = /heic|heif/i.test(`${file.type} ${file.name}`);
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    // Most browsers never show more of a HEIC file than its preview: it is as large as one may be.
    const scale = isHeic
      ? scaleToPixels(bitmap)
      : PREVIEW_PX / Math.max(bitmap.width, bitmap.height);
    const canvas = drawSmall(bitmap, Math.min(1, scale));
    bitmap.close();
    const preview = (await encode(canvas, "image/webp")) ?? (await encode(canvas, "image/jpeg"));
    return preview !== null && (isHeic || preview.size < file.size) ? preview : null;
  } catch {
    // HEIC in most browsers, or a damaged file: the server judges it.
    return null;
  }
}

function scaleToPixels({ width, height }: ImageBitmap): number {
  return Math.sqrt(maxPreviewPixels / (width * height));
}

function drawSmall(bitmap: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(bitmap.width * scale));
  canvas.height = Math.max(1, Math.floor(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("No canvas to draw on");
  // JPEG has no transparency; what shows through should be paper, not black.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The canvas in this format, or null where the browser cannot write it and falls back to PNG. */
async function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  return blob?.type === type ? blob : null;
}
