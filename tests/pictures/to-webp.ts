import type { Page } from "@playwright/test";

const quality = 0.75;

/** Converts a PNG to WebP, a quarter of its size, with the encoder of the browser that took the screenshot. */
export async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const base64 = await blank.evaluate(
    async ([source, wanted]) => {
      const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", wanted).split(",")[1] ?? "";
    },
    [png.toString("base64"), quality] as const,
  );
  await blank.close();
  return Buffer.from(base64, "base64");
}
