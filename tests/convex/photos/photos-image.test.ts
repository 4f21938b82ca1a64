import { expect, test } from "vitest";
import type { Doc } from "../../../convex/_generated/dataModel.js";
import { setupHttpDoor } from "../../support/http-door.ts";
import { fileOf } from "../../support/photo-files.ts";
import { first } from "../../support/workspace.ts";

const original = fileOf("png", 100);
const preview = fileOf("webp", 40);

async function setupPhoto(fields: Partial<Doc<"photos">> = {}) {
  const door = await setupHttpDoor();
  const { projectId, unitIds } = await door.newProject(["101"]);
  const store = async (bytes: BlobPart, type: string) =>
    await door.t.run(async (ctx) => await ctx.storage.store(new Blob([bytes], { type })));
  const storageId = await store(original, "image/png");
  const previewId = await store(preview, "image/webp");
  const photoId = await door.t.run(
    async (ctx) =>
      await ctx.db.insert("photos", {
        ...{ unitId: first(unitIds), projectId, type: "progress", photoDate: 1, createdAt: 1 },
        ...{ filename: "a1.png", originalName: "Küche (1).png", mimeType: "image/png" },
        ...{ storageId, previewId, ...fields },
      }),
  );
  const get = async (path: string, headers: Record<string, string> = {}) =>
    await door.t.fetch(path, { headers: { ...door.doors.supervisor.headers, ...headers } });
  return { ...door, photoId, store, get };
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

test("the image of a photo is served with its type to people who are signed in [PHOTO-19]", async () => {
  const { get } = await setupPhoto();

  const response = await get("/api/photos/a1.png");

  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("image/png");
  expect(response.headers.get("Content-Length")).toBe("100");
  expect(await bytesOf(response)).toEqual(original);
});

test("a grid gets the preview, which has a type of its own [PHOTO-19]", async () => {
  const { get } = await setupPhoto();

  const response = await get("/api/photos/a1.png?size=preview");

  expect(response.headers.get("Content-Type")).toBe("image/webp");
  expect(await bytesOf(response)).toEqual(preview);
});

test("a photo without a preview is its own preview [PHOTO-19]", async () => {
  const { t, photoId, get } = await setupPhoto();
  await t.run(async (ctx) => await ctx.db.patch("photos", photoId, { previewId: undefined }));

  const response = await get("/api/photos/a1.png?size=preview");

  expect(response.headers.get("Content-Type")).toBe("image/png");
  expect(await bytesOf(response)).toEqual(original);
});

test("without a session the image is refused with 401 [PHOTO-19]", async () => {
  const { send } = await setupPhoto();

  const refusal = { status: 401, body: { message: "You are not signed in." } };
  expect(await send("GET", "/api/photos/a1.png")).toEqual(refusal);
  expect(await send("GET", "/api/photos/no-such.png")).toEqual(refusal);
});

test("someone with an unknown role gets no image [OP-31]", async () => {
  const { cookieOf, send } = await setupPhoto();
  const { headers } = await cookieOf("crew_member");

  expect((await send("GET", "/api/photos/a1.png", { headers })).status).toBe(403);
});

test("a file name of no photo answers 404 [PHOTO-07]", async () => {
  const { doors, send, t, photoId } = await setupPhoto();
  const { headers } = doors.admin;
  await t.run(async (ctx) => await ctx.db.delete("photos", photoId));

  for (const name of ["a1.png", "a1", "..%2Fa1.png", "%E0%A4%A"]) {
    expect([name, await send("GET", `/api/photos/${name}`, { headers })]).toEqual([
      name,
      { status: 404, body: { message: "Photo not found" } },
    ]);
  }
});

test.each(["text/html", "image/svg+xml", undefined])(
  "a stored file of the type %s is not served [OP-31]",
  async (mimeType) => {
    const { t, photoId, get, store } = await setupPhoto();
    const storageId = await store("<script>", mimeType ?? "");
    await t.run(async (ctx) => await ctx.db.patch("photos", photoId, { mimeType, storageId }));

    expect((await get("/api/photos/a1.png")).status).toBe(404);
  },
);

test("nothing inside an image can run, and only the own browser keeps it [OP-31]", async () => {
  const { get } = await setupPhoto();

  const { headers } = await get("/api/photos/a1.png");

  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  expect(headers.get("Cache-Control")).toBe("private, max-age=3600");
  expect(headers.get("Vary")).toBe("Cookie");
  expect(headers.get("Content-Disposition")).toBe(
    "inline; filename*=UTF-8''K%C3%BCche%20%281%29.png",
  );
});

test("an image the browser has already is not sent again, but still checked [PHOTO-19]", async () => {
  const { t, get } = await setupPhoto();
  const etag = (await get("/api/photos/a1.png")).headers.get("ETag") ?? "";

  const known = { "If-None-Match": `"other", W/${etag}` };
  const again = await get("/api/photos/a1.png", known);
  const preview = await get("/api/photos/a1.png?size=preview", known);
  const signedOut = await t.fetch("/api/photos/a1.png", { headers: known });

  expect([again.status, preview.status, signedOut.status]).toEqual([304, 200, 401]);
  expect(await bytesOf(again)).toHaveLength(0);
});
