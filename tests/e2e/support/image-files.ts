import { readFileSync } from "node:fs";
import { encode } from "fast-png";

/** A file as a page may be given it. */
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
 * A small file of each format, made for these tests: 96 by 64 pixels with a red left half. The JPEG says in its EXIF data that the camera was
 * turned: shown right, it is 64 by 96 with a red upper half.
 */
export function realFile(
  name: "turned.jpg" | `plain.${"png" | "gif" | "webp" | "heic"}`,
): ImageFile {
  const mimeType = `image/${name.split(".")[1] ?? ""}`.replace("jpg", "jpeg");
  return { name, mimeType, buffer: readFileSync(`tests/e2e/photo-files/${name}`) };
}

/** A HEIC file as a phone names it, without a type; no browser of the tests can show it. */
export function heicFile(name: string): ImageFile {
  return { ...realFile("plain.heic"), name, mimeType: "" };
}
