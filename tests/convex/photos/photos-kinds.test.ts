import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkImage } from "../../../convex/model/photos/photoContents.ts";
import { type FileKind, fileOf } from "../../support/photo-files.ts";
import { namedFile, setupPhotos } from "../../support/photos.ts";
import { newUploadPath, sendUpload } from "../../support/uploads.ts";
import { everything } from "../../support/workspace.ts";

test.each<{ name: string; kind: FileKind; type: string; mimeType: string }>([
  { name: "a.jpg", kind: "jpeg", type: "image/jpeg", mimeType: "image/jpeg" },
  { name: "a.png", kind: "png", type: "image/png", mimeType: "image/png" },
  { name: "a.gif", kind: "gif", type: "image/gif", mimeType: "image/gif" },
  { name: "a.webp", kind: "webp", type: "image/webp", mimeType: "image/webp" },
  { name: "a.heic", kind: "heic", type: "image/heic", mimeType: "image/heic" },
  { name: "a.heif", kind: "heif", type: "image/heif", mimeType: "image/heif" },
  { name: "IMG_1.HEIC", kind: "heic", type: "", mimeType: "image/heic" },
  { name: "IMG_1.HEIC", kind: "heic", type: "application/octet-stream", mimeType: "image/heic" },
  { name: "scan", kind: "png", type: "image/png", mimeType: "image/png" },
  // The content of the file counts, not its name.
  { name: "a.jpg", kind: "png", type: "image/jpeg", mimeType: "image/png" },
])(
  "$name of the type '$type' with the bytes of a $kind is taken as $mimeType [PHOTO-14]",
  async ({ name, kind, type, mimeType }) => {
    const { post, t, doors } = await setupPhotos();

    const { status, body } = await post({ photo: namedFile(name, kind, { type }) });
    const path = `/api/photos/${String(body["filename"])}`;
    const image = await t.fetch(path, { headers: doors.supervisor.headers });

    expect([status, body["mimeType"]]).toEqual([201, mimeType]);
    expect(image.headers.get("Content-Type")).toBe(mimeType);
    expect(new Uint8Array(await image.arrayBuffer())).toEqual(fileOf(kind));
  },
);

test.each<{ name: string; kind: FileKind; type: string }>([
  { name: "notes.pdf", kind: "pdf", type: "application/pdf" },
  { name: "notes.pdf", kind: "jpeg", type: "application/pdf" },
  { name: "photo.jpg", kind: "pdf", type: "image/jpeg" },
  { name: "photo.jpg", kind: "html", type: "image/jpeg" },
  { name: "drawing.svg", kind: "svg", type: "image/svg+xml" },
  { name: "photo.png", kind: "svg", type: "image/png" },
  { name: "photo.heic", kind: "avif", type: "image/heic" },
])(
  "$name of the type $type with the bytes of a $kind answers 400 and leaves nothing [PHOTO-15, VALID-06]",
  async ({ name, kind, type }) => {
    const { post, t, fileIds } = await setupPhotos();
    const before = await everything(t);

    const answer = await post({ photo: namedFile(name, kind, { type }) });

    const message = `File ${name} is not a valid image. Please upload JPEG, PNG, GIF, WebP, or HEIC images`;
    const errors = [{ path: "photo", message }];
    expect(answer).toEqual({ status: 400, body: { message, errors } });
    expect(await everything(t)).toBe(before);
    expect(await fileIds()).toEqual([]);
  },
);

test("an image that is a page as well is kept and served as the image it is [PHOTO-15]", async () => {
  const { post, t, doors } = await setupPhotos();
  const page = new TextEncoder().encode("<html><script>alert(1)</script>");
  const both = new File([fileOf("gif"), page], "both.html.gif", { type: "text/html" });

  const { status, body } = await post({ photo: both });
  const path = `/api/photos/${String(body["filename"])}`;
  const { headers } = await t.fetch(path, { headers: doors.supervisor.headers });

  expect([status, body["mimeType"], headers.get("Content-Type")]).toEqual([
    ...[201, "image/gif", "image/gif"],
  ]);
  expect(path).toMatch(/\/[0-9a-f-]{36}\.gif$/);
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
});

test.each(["jpeg", "png", "gif", "webp", "heic", "heif"] as const)(
  "a %s that was cut off anywhere is refused by both doors and leaves nothing [PHOTO-15, OP-31]",
  async (kind) => {
    const { post, t, manager, fileIds } = await setupPhotos();
    const whole = fileOf(kind);
    const path = await newUploadPath(manager);
    const before = await everything(t);

    for (const length of [whole.length - 1, whole.length - 4, Math.ceil(whole.length / 2)]) {
      const cut = new Blob([whole.slice(0, length)], { type: "image/jpeg" });
      const { status, body } = await post({ photo: new File([cut], "wall.jpg") });
      expect([length, status]).toEqual([length, 400]);
      expect(body["message"]).toContain("File wall.jpg is not a valid image.");
      const upload = await sendUpload(manager, path, { bytes: whole.slice(0, length) });
      expect([length, upload.status]).toEqual([length, 400]);
    }

    expect(await fileIds()).toEqual([]);
    expect(await everything(t)).toBe(before);
  },
);

test("the end of the preview inside a JPEG is not taken for the end of the photo [PHOTO-15]", async () => {
  const { post } = await setupPhotos();
  const [soi, rest] = [fileOf("jpeg").slice(0, 2), fileOf("jpeg").slice(2)];
  const inner = fileOf("jpeg");
  const head = new Uint8Array([0xff, 0xff, 0xe1, 0, inner.length + 2]);
  const name = "wall.jpg";

  const whole = await post({ photo: new File([soi, head, inner, rest], name) });
  const cut = await post({ photo: new File([soi, head, inner, rest.slice(0, -2)], name) });

  expect([whole.status, cut.status]).toEqual([201, 400]);
});

test("what a phone puts behind a picture is dropped, and counted in its size [PHOTO-14]", async () => {
  const { t, post, doors } = await setupPhotos();
  for (const kind of ["jpeg", "png", "gif", "webp", "heic", "heif"] as const) {
    const photo = new File([fileOf(kind), "SEFT and a film"], "wall.jpg");
    const { status, body } = await post({ photo });
    const path = `/api/photos/${String(body["filename"])}`;
    const image = await t.fetch(path, { headers: doors.supervisor.headers });
    expect([kind, status, body["fileSize"]]).toEqual([kind, 201, photo.size]);
    expect(new Uint8Array(await image.arrayBuffer())).toEqual(fileOf(kind));
  }
});

test.each([
  ["a JPEG", [0xff, 0xd8]],
  ["a PNG", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]],
  ["a HEIC file", [0, 0, 0, 0x18, 0x66, 0x74, 0x79, 0x70, 0x68, 0x65]],
])("%s that ends before it says what it is is no photo [PHOTO-15]", async (_, bytes) => {
  const { post, fileIds } = await setupPhotos();
  const cut = new File([new Uint8Array(bytes)], "cut.jpg", { type: "image/jpeg" });

  expect((await post({ photo: cut })).status).toBe(400);
  expect(await fileIds()).toEqual([]);
});

test.each(["turned.jpg", "plain.png", "plain.gif", "plain.webp", "plain.heic"])(
  "a real %s is whole until a byte is missing [PHOTO-14] [PHOTO-15]",
  async (name) => {
    const bytes = await readFile(join(import.meta.dirname, "../../e2e/photo-files", name));
    const typeOf = async (length: number) =>
      await checkImage(new Blob([bytes.subarray(0, length)]));

    expect(await typeOf(bytes.length)).not.toBeNull();
    for (const length of [bytes.length - 1, bytes.length - 100, bytes.length >> 1, 40])
      expect([length, await typeOf(length)]).toEqual([length, null]);
  },
);
