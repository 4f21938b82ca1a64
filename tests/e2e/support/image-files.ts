import { readFileSync } from "node:fs";
import { encode } from "fast-png";

/** A file in the form in which Playwright gives it to a page. */
export interface ImageFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A PNG with a slope from one colour to another, large enough to be worth a preview. */
export function pngFile(name: string, { width = 900, height = 600, hue = 40 } = {}): ImageFile {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // Noise keeps the file from being smaller than its preview.
      data.set(
        [hue + ((x * 7 + y * 13) % 61), (x * 255) / width, (y * 255) / height],
        3 * (y * width + x),
      );
    }
  }
  const bytes = encode({ width, height, data, channels: 3 });
  return { name, mimeType: "image/png", buffer: Buffer.from(bytes) };
}

/**
 * Returns a small file of each format, made for these tests: 96 by 64 pixels with a red left half. The EXIF data of the
 * JPEG says that the camera was turned: displayed correctly, it is 64 by 96 with a red upper half.
 */
export function realFile(
  name: "turned.jpg" | `plain.${"png" | "gif" | "webp" | "heic"}`,
): ImageFile {
  const mimeType = `image/${name.split(".")[1] ?? ""}`.replace("jpg", "jpeg");
  return { name, mimeType, buffer: readFileSync(`tests/e2e/photo-files/${name}`) };
}

/** Returns a HEIC file as phones send it, without a MIME type. The browsers of the tests cannot display it. */
export function heicFile(name: string): ImageFile {
  return { ...realFile("plain.heic"), name, mimeType: "" };
}
