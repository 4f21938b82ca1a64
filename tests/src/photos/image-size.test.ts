import { encode } from "fast-png";
import { expect, test, vi } from "vitest";
import { readImageSize } from "../../../src/features/photos/preview/image-size.ts";
import { makePreview } from "../../../src/features/photos/preview/make-preview.ts";

const bytes = (...parts: (string | number[] | Uint8Array)[]) =>
  new Blob(
    parts.map((part) =>
      typeof part === "string"
        ? Uint8Array.from(part, (character) => character.charCodeAt(0))
        : Uint8Array.from(part),
    ),
  );

const exif = [0xff, 0xe1, 0x00, 0x06, 1, 2, 3, 4];

test.each([
  [
    "PNG",
    new Blob([
      encode({
        width: 300,
        height: 2,
        channels: 1,
        data: new Uint8Array(600),
      }) as Uint8Array<ArrayBuffer>,
    ]),
  ],
  ["GIF", bytes("GIF89a", [0x2c, 0x01, 0x02, 0x00])],
  ["JPEG", bytes([0xff, 0xd8, ...exif, 0xff, 0xc2, 0, 17, 8, 0, 2, 1, 0x2c])],
  ["WebP VP8X", bytes("RIFF....WEBPVP8X", [10, 0, 0, 0, 0, 0, 0, 0, 0x2b, 1, 0, 1, 0, 0])],
  ["WebP VP8L", bytes("RIFF....WEBPVP8L", [0, 0, 0, 0, 0x2f, 0x2b, 0x41, 0x00, 0x00])],
  ["WebP VP8", bytes("RIFF....WEBPVP8 ", [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 0x2c, 1, 2, 0])],
])("the dimensions of a %s are read from its head", async (_, file) => {
  expect(await readImageSize(file)).toEqual({ width: 300, height: 2 });
});

test.each([
  ["an empty file", bytes()],
  ["a JPEG that ends early", bytes([0xff, 0xd8, ...exif, 0xff, 0xc0])],
  ["a PNG that ends early", bytes([0x89, 0x50, 0x4e, 0x47])],
  ["HTML", bytes("<!doctype html><p>")],
])("%s states no dimensions", async (_, file) => {
  expect(await readImageSize(file)).toBeNull();
});

test("an image of enormous dimensions is not decoded for a preview", async () => {
  const decode = vi.fn(() => Promise.reject(new Error("not decoded in this test")));
  vi.stubGlobal("createImageBitmap", decode);
  const bomb = bytes("GIF89a", [0xff, 0xff, 0xff, 0xff]);
  expect(await makePreview(new File([bomb], "bomb.gif", { type: "image/gif" }))).toBeNull();
  expect(decode).not.toHaveBeenCalled();
  const usual = bytes("GIF89a", [0xff, 0x0f, 0xff, 0x0f]);
  await makePreview(new File([usual], "usual.gif", { type: "image/gif" }));
  expect(decode).toHaveBeenCalledOnce();
});

test.each([
  ["photo.heic", 4032, 3024, 1_000_000],
  ["photo.heic", 30_000, 20, 1_000_000],
  ["photo.jpg", 4032, 3024, 640 * 640],
])(
  "the preview of %s of %i x %i has no more pixels than one may have [VALID-06]",
  async (...row) => {
    const [name, width, height, most] = row;
    const drawn: { width: number; height: number }[] = [];
    vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width, height, close: () => null }));
    const createElement = document.createElement.bind(document);
    vi.spyOn(document, "createElement").mockImplementation((tag: string) => {
      const canvas = createElement(tag) as HTMLCanvasElement;
      canvas.getContext = () => {
        drawn.push(canvas);
        return null;
      };
      return canvas;
    });

    await makePreview(new File([bytes("a file")], name));

    expect(drawn).toHaveLength(1);
    const [{ width: w, height: h } = { width: 0, height: 0 }] = drawn;
    expect(w * h).toBeLessThanOrEqual(most);
    expect(w * h).toBeGreaterThan(most / 2);
  },
);
