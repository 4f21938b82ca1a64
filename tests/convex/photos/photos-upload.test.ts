import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { fileOf } from "../../support/photo-files.ts";
import { namedFile, setupPhotos } from "../../support/photos.ts";
import { uploadBytes } from "../../support/uploads.ts";
import { everything, refusal, rowsOf, signIn } from "../../support/workspace.ts";

const limit = 10_485_760;

test("a form makes a photo of a unit [API-26, DATA-28]", async () => {
  const { post, unitId, doors, list } = await setupPhotos();

  const photo = namedFile("IMG 7.JPEG", "jpeg", { size: 5000 });
  const answer = await post({
    photo,
    type: "before",
    caption: " Kitchen ",
    photoDate: "2025-07-14",
  });

  expect(answer).toEqual({
    status: 201,
    body: {
      ...{ id: expect.any(String) as string, unitId, type: "before", originalName: "IMG 7.JPEG" },
      filename: expect.stringMatching(/^[0-9a-f-]{36}\.jpg$/) as string,
      ...{ fileSize: 5000, mimeType: "image/jpeg", uploadedBy: doors.manager.userId },
      ...{ caption: "Kitchen", photoDate: "2025-07-14T12:00:00.000Z" },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      ...{ taskId: null, takenAt: null, rotation: 0 },
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    },
  });
  expect(await list()).toEqual([answer.body]);
});

test("a photo sent without a date is of now [DATA-29]", async () => {
  const { post } = await setupPhotos();

  for (const photoDate of [null, ""]) {
    const { body } = await post({ photoDate });
    expect(Math.abs(Date.now() - Date.parse(String(body["photoDate"])))).toBeLessThan(10_000);
    expect(body["caption"]).toBeNull();
  }
});

test("a photo that one person took is refused in the session of another [FIELD-08]", async () => {
  const { post, doors, list } = await setupPhotos();

  const refused = await post({ by: doors.supervisor.userId });
  expect(refused.status).toBe(401);
  expect(await list()).toEqual([]);

  expect((await post({ by: doors.manager.userId })).status).toBe(201);
});

test("an empty file is no photo [PHOTO-15]", async () => {
  const { post } = await setupPhotos();

  const empty = new File([], "a.jpg", { type: "image/jpeg" });

  expect((await post({ photo: empty })).status).toBe(400);
});

test("a photo may have 10,485,760 bytes and not one more [PHOTO-16, PHOTO-17, VALID-06]", async () => {
  const { post, fileIds } = await setupPhotos();

  const largest = await post({ photo: namedFile("a.jpg", "jpeg", { size: limit }) });
  const larger = await post({ photo: namedFile("a.jpg", "jpeg", { size: limit + 1 }) });

  expect(largest).toMatchObject({ status: 201, body: { fileSize: limit } });
  const message = "Please select files smaller than 10MB";
  expect(larger).toMatchObject({ status: 413, body: { message } });
  expect(await fileIds()).toHaveLength(1);
});

test.each([
  [{ photo: null }, "photo", "Photo is required"],
  [{ photo: "text" }, "photo", "Photo is required"],
  [{ unitId: null }, "unitId", "Unit is required"],
  [{ unitId: "" }, "unitId", "Unit is required"],
  [{ type: null }, "type", "Type must be one of before, progress, completion"],
  [{ photoDate: "soon" }, "photoDate", "Photo date must be a valid date"],
  [{ caption: "x".repeat(1001) }, "caption", "Caption must be at most 1000 characters"],
])("a form with %j answers 400 [API-26]", async (fields, path, message) => {
  const { post, fileIds } = await setupPhotos();

  const answer = await post(fields);

  expect(answer).toEqual({ status: 400, body: { message, errors: [{ path, message }] } });
  expect(await fileIds()).toEqual([]);
});

test.each(["after", "Before", "before,progress"])(
  "a photo cannot have the type %s [PHOTO-18]",
  async (type) => {
    const { post } = await setupPhotos();

    expect((await post({ type })).status).toBe(400);
  },
);

test.each([
  ["application/json", "{}"],
  ["text/plain", "hello"],
  ["multipart/form-data", "no boundary"],
  ["multipart/form-data; boundary=x", "not a form"],
])("a photo sent as %s with the body %j answers 400 [API-02]", async (type, body) => {
  const { send, doors } = await setupPhotos();
  const headers = { ...doors.manager.headers, "Content-Type": type };

  expect((await send("POST", "/api/photos", { headers, body })).status).toBe(400);
});

test("a photo of an unknown unit answers 404 and leaves no file [OP-31]", async () => {
  const { post, fileIds } = await setupPhotos();

  const answer = await post({ unitId: "none", preview: namedFile("p.webp", "webp") });

  expect(answer).toEqual({ status: 404, body: { message: "Unit not found" } });
  expect(await fileIds()).toEqual([]);
});

test("who may not upload is refused before anything is read [PERM-10]", async () => {
  const { t, post, send, cookieOf, doors } = await setupPhotos();
  const stranger = await cookieOf("crew_member");
  const before = await everything(t);

  expect((await post({}, {})).status).toBe(401);
  expect((await post({}, stranger.headers)).status).toBe(403);
  expect((await send("POST", "/api/photos", { body: "x" })).status).toBe(401);
  const foreign = { ...doors.manager.headers, Origin: "https://evil.test" };
  expect((await post({}, foreign)).status).toBe(403);
  expect(await everything(t)).toBe(before);
});

test("all three roles may upload [PERM-10]", async () => {
  const { post, doors } = await setupPhotos();

  for (const { headers } of Object.values(doors))
    expect((await post({}, headers)).status).toBe(201);
});

test("a preview sent with a photo is kept beside it [PHOTO-19]", async () => {
  const { t, post, doors, fileIds } = await setupPhotos();

  const { body } = await post({ preview: namedFile("p.webp", "webp", { size: 300 }) });

  const path = `/api/photos/${String(body["filename"])}?size=preview`;
  const image = await t.fetch(path, { headers: doors.manager.headers });
  expect(image.headers.get("Content-Type")).toBe("image/webp");
  expect(new Uint8Array(await image.arrayBuffer())).toEqual(fileOf("webp", 300));
  expect(await fileIds()).toHaveLength(2);
});

test("a preview that is no image, or not small, is refused with its photo [VALID-06]", async () => {
  const { post, fileIds } = await setupPhotos();

  const notAnImage = await post({ preview: namedFile("p.webp", "html") });
  const tooLarge = await post({ preview: namedFile("p.jpg", "jpeg", { size: 2_097_153 }) });

  expect([notAnImage.status, tooLarge.status]).toEqual([400, 413]);
  expect(await fileIds()).toEqual([]);
});

test("a long or strange file name is kept without its folders, up to 255 characters [DATA-28]", async () => {
  const { create, upload } = await setupPhotos();
  const name = async (originalName: string) =>
    (await create(await upload("jpeg"), { originalName })).originalName;

  expect(await name("C:\\photos\\wall.jpg")).toBe("wall.jpg");
  expect(await name("/tmp/../Küche 🛁.jpg")).toBe("Küche 🛁.jpg");
  expect(await name(`${"x".repeat(300)}.jpg`)).toBe("x".repeat(255));
  expect(await name(`${"x".repeat(254)}🛁.jpg`)).toBe("x".repeat(254));
  expect(await name("wall\u202egpj.exe\u2066\u0000\r\n\u200f.jpg")).toBe("wallgpj.exe.jpg");
});

test("a form sent again with its key makes no second photo [API-26]", async () => {
  const { t, post, fileIds } = await setupPhotos();

  const sent = await post({ key: "k1" });
  const again = await post({ key: "k1" });

  expect(again).toEqual(sent);
  expect(await rowsOf(t, "photos")).toHaveLength(1);
  expect(await fileIds()).toHaveLength(1);
});

test("a file uploaded over the live door becomes a photo under the same rules [PHOTO-16]", async () => {
  const { manager, upload, create, unitId, list, fileIds } = await setupPhotos();

  const address = await manager.mutation(api.photos.uploadAddress, {});
  const previewId = await upload("webp");
  const photo = await create(await upload("png", { size: limit }), { previewId, caption: "Hall" });

  expect(address).toMatch(/^https:\/\/turnboard\.test\/api\/photos\/uploads\/\w+$/);
  expect(photo).toMatchObject({ unitId, fileSize: limit, mimeType: "image/png", caption: "Hall" });
  expect(await list()).toEqual([photo]);
  expect(await fileIds()).toHaveLength(2);
});

test.each<[string, { type?: string }, Record<string, string>]>([
  ["invalid", { type: "" }, { originalName: "notes.pdf" }],
  ["invalid", {}, { type: "after" }],
  ["not_found", {}, { unitId: "none" }],
])(
  "an upload refused as %s (%j, %j) is deleted with its preview [VALID-06]",
  async (code, file, fields) => {
    const { t, upload, create, fileIds } = await setupPhotos();
    const previewId = await upload("webp");
    const storageId = await upload("jpeg", { type: "", ...file });

    await expect(create(storageId, { previewId, ...fields })).rejects.toMatchObject(refusal(code));

    expect(await fileIds()).toEqual([]);
    expect(await rowsOf(t, "photoUploads")).toEqual([]);
  },
);

test("an upload made a photo twice stays one photo [OP-31]", async () => {
  const { upload, create, list } = await setupPhotos();
  const [storageId, previewId] = [await upload("jpeg"), await upload("webp")];

  const photo = await create(storageId, { previewId });

  expect(await create(storageId, { previewId })).toEqual(photo);
  expect(await list()).toEqual([photo]);
});

test("nobody can take, or have deleted, a file that is part of a photo [OP-31]", async () => {
  const { t, upload, create, fileIds, unitId } = await setupPhotos();
  const [storageId, previewId] = [await upload("jpeg"), await upload("webp")];
  await create(storageId, { previewId });
  const before = await fileIds();
  const other = await signIn(t, "project_supervisor");
  const steal = async (files: { storageId: string; previewId?: string }) =>
    await other.action(api.photos.create, {
      ...{ unitId, type: "no type", originalName: "a.jpg", ...files },
    });

  for (const files of [{ storageId, previewId }, { storageId }, { storageId: previewId }]) {
    await expect(steal(files)).rejects.toMatchObject(refusal("not_found"));
  }
  const own = await uploadBytes(other, fileOf("jpeg"));
  await expect(steal({ storageId: own, previewId })).rejects.toMatchObject(refusal("not_found"));

  expect(await fileIds()).toEqual([...before, own]);
});

test.each(["none", "", "k57d8x"])(
  "there is no upload with the id %j [OP-31]",
  async (storageId) => {
    const { create } = await setupPhotos();

    await expect(create(storageId)).rejects.toMatchObject(refusal("not_found"));
  },
);
