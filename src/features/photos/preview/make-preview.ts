import { maxPhotoPixels, maxPreviewPixels } from "../../../../convex/rules/photoLimits.ts";
import { drawOnPage, PREVIEW_PX, sizeAt, sizeWithin, writePreview } from "./drawn-image.ts";
import { readImageSize } from "./image-size.ts";

/** A small copy of an image, or null when this browser cannot read it or the copy would save nothing. */
export async function makePreview(file: File): Promise<Blob | null> {
  try {
    const { width, height } = (await readImageSize(file)) ?? { width: 0, height: 0 };
    if (width * height > maxPhotoPixels) return null;
    const isHeic = /heic|heif/i.test(`${file.type} ${file.name}`);
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    // Most browsers show no more of a HEIC file than its preview, so the preview is as large as allowed.
    const size = isHeic
      ? sizeAt(bitmap, Math.min(1, scaleToPixels(bitmap)))
      : sizeWithin(bitmap, PREVIEW_PX);
    const write = drawOnPage(bitmap, size);
    bitmap.close();
    const preview = await writePreview(write);
    return preview !== null && (isHeic || preview.size < file.size) ? preview : null;
  } catch {
    // Most browsers cannot read HEIC, and a file may be damaged: the server decides.
    return null;
  }
}

function scaleToPixels({ width, height }: ImageBitmap): number {
  return Math.sqrt(maxPreviewPixels / (width * height));
}
