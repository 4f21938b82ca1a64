import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { phoneJpeg, phonePng, secrets } from "../../support/image-files.ts";
import { fileOf } from "../../support/photo-files.ts";
import { setupPhotos } from "../../support/photos.ts";
import { newUploadPath, sendUpload, uploadBytes } from "../../support/uploads.ts";
import { everything, insertSessionOf, refusal, rowsOf, signIn } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

const hour = 60 * 60_000;
const jpeg = { bytes: fileOf("jpeg") };

test("an upload address takes one file, once [OP-31]", async () => {
  const { manager, create, fileIds } = await setupPhotos();
  const path = await newUploadPath(manager);

  // The uploads run in parallel if the engine can store in parallel.
  const count = process.env["TEST_ENGINE"] === "host" ? 3 : 1;
  const sent = await Promise.all(
    Array.from({ length: count }, async () => await sendUpload(manager, path, jpeg)),
  );
  const later = await sendUpload(manager, path, jpeg);

  expect(sent.map(({ status }) => status).sort()).toEqual([200, 409, 409].slice(0, count));
  expect(later.status).toBe(409);
  expect(later.body["message"]).toContain("ask for a new one");
  expect(await fileIds()).toHaveLength(1);
  const taken = sent.find(({ status }) => status === 200);
  await create(String(taken?.body["storageId"]));
  expect((await sendUpload(manager, path, jpeg)).status).toBe(404);
});

test("an address of another session is refused, of the same person too, and keeps nothing [OP-31]", async () => {
  const { t, manager, send, cookieOf, fileIds } = await setupPhotos();
  const path = await newUploadPath(manager);
  const other = await signIn(t, "account_administrator");
  const again = await insertSessionOf(t, manager.userId);
  const stranger = await cookieOf("crew_member");
  const before = await everything(t);
  const post = async (headers: Record<string, string>) =>
    (await send("POST", path, { headers, body: new Blob([jpeg.bytes]) })).status;

  expect((await sendUpload(other, path, jpeg)).status).toBe(404);
  expect(await post({ Cookie: `__Host-turnboard_session=${again.secret}` })).toBe(404);
  expect(await post({})).toBe(401);
  expect(await post({ Cookie: "__Host-turnboard_session=wrong" })).toBe(401);
  expect(await post(stranger.headers)).toBe(403);
  expect(await everything(t)).toBe(before);
  expect(await fileIds()).toEqual([]);
});

test("an upload of another session cannot be made a photo, nor deleted by trying [OP-31]", async () => {
  const { t, manager, unitId, upload, fileIds } = await setupPhotos();
  const [storageId, previewId] = [await upload("jpeg"), await upload("webp")];
  const other = await signIn(t, "account_administrator");
  const own = await uploadBytes(other, fileOf("jpeg"));
  const steal = async (files: { storageId: string; previewId?: string }) =>
    await other.action(api.photos.create, {
      ...{ unitId, type: "before", originalName: "a.jpg", ...files },
    });

  await expect(steal({ storageId })).rejects.toMatchObject(refusal("not_found"));
  await expect(steal({ storageId: own, previewId })).rejects.toMatchObject(refusal("not_found"));

  expect(await fileIds()).toEqual([storageId, previewId, own]);
  const photo = { unitId, type: "before", originalName: "a.jpg", storageId, previewId };
  expect(await manager.action(api.photos.create, photo)).toMatchObject({ unitId });
});

test("a file that came in any other way is no upload [OP-31]", async () => {
  const { t, create, fileIds } = await setupPhotos();
  const stored = await t.run(async (ctx) => await ctx.storage.store(new Blob([fileOf("jpeg")])));

  await expect(create(stored)).rejects.toMatchObject(refusal("not_found"));

  expect(await fileIds()).toEqual([stored]);
});

test("after an hour, or signed out, an address takes nothing and its file is no upload [OP-31]", async () => {
  const { t, manager, create, upload } = await setupPhotos();
  const path = await newUploadPath(manager);
  const storageId = await upload("jpeg");
  vi.useFakeTimers({ now: Date.now() + hour, toFake: ["Date"] });

  expect((await sendUpload(manager, path, jpeg)).status).toBe(404);
  await t.mutation(internal.jobs.uploads.expire, {});
  await expect(create(storageId)).rejects.toMatchObject(refusal("not_found"));
  expect(await rowsOf(t, "photoUploads")).toEqual([]);

  const fresh = await newUploadPath(manager);
  await t.run(async (ctx) => await ctx.db.delete("sessions", manager.sessionId));
  expect((await sendUpload(manager, fresh, jpeg)).status).toBe(401);
});

test("an address keeps nothing but images, of photos' sizes [PHOTO-15] [PHOTO-17]", async () => {
  const { manager, fileIds } = await setupPhotos();
  const path = await newUploadPath(manager);
  const statusOf = async (bytes: Uint8Array<ArrayBuffer>) =>
    (await sendUpload(manager, path, { bytes })).status;

  for (const kind of ["html", "svg", "pdf", "avif"] as const)
    expect([kind, await statusOf(fileOf(kind))]).toEqual([kind, 400]);
  expect(await statusOf(new Uint8Array(0))).toBe(400);
  expect(await statusOf(phonePng({ width: 7072, height: 7072 }))).toBe(413);
  expect(await statusOf(fileOf("jpeg", 10_485_761))).toBe(413);
  expect(await statusOf(fileOf("jpeg", 12 * 1024 * 1024 + 1))).toBe(413);
  expect(await fileIds()).toEqual([]);
  // A refused upload does not use up the URL.
  expect(await statusOf(fileOf("jpeg"))).toBe(200);
});

test("reading ends where a file without a length becomes too large [OP-31]", async () => {
  const { manager } = await setupPhotos();
  const path = await newUploadPath(manager);
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 1;
      if (sent > 100) controller.close();
      else controller.enqueue(new Uint8Array(1024 * 1024));
    },
  });

  const init = { method: "POST", body, duplex: "half" } as RequestInit;
  const response = await manager.fetch(path, init);

  expect(response.status).toBe(413);
  expect(sent).toBeLessThan(20);
});

test("what is stored has no location, whichever way it came [DATA-28]", async () => {
  const { t, doors, manager, post, create, list } = await setupPhotos();
  const bytes = phoneJpeg();

  await create(await uploadBytes(manager, bytes));
  await post({ photo: new File([bytes], "a.jpg"), preview: new File([phonePng()], "p.png") });

  const rows = await rowsOf(t, "photos");
  const texts = await Promise.all(
    rows.flatMap(({ filename }) =>
      ["", "?size=preview"].map(async (size) => {
        const { headers } = doors.supervisor;
        const image = await t.fetch(`/api/photos/${filename}${size}`, { headers });
        return new TextDecoder("latin1").decode(await image.arrayBuffer());
      }),
    ),
  );
  expect(texts).toHaveLength(4);
  for (const text of texts) {
    expect(text).toMatch(/rXYZ|iCCP/);
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
  expect((await list()).map(({ fileSize }) => fileSize)).toEqual([bytes.length, bytes.length]);
  expect(new Set(rows.map(({ sha256 }) => sha256)).size).toBe(1);
});

test("photos above 50 megapixels and previews above one are refused in words [VALID-06]", async () => {
  const { manager, post, upload, create, fileIds } = await setupPhotos();
  const file = (width: number, height: number) => new File([phonePng({ width, height })], "a.png");

  const huge = await post({ photo: file(10_000, 5001) });
  const whole = await post({ photo: file(10_000, 5000), preview: file(1000, 1000) });
  const wide = await post({ preview: file(1000, 1001) });
  const previewId = await uploadBytes(manager, phonePng({ width: 1000, height: 1001 }));
  const live = create(await upload("jpeg"), { previewId });

  expect([huge.status, whole.status, wide.status]).toEqual([413, 201, 413]);
  expect(huge.body["message"]).toBe(
    "The photo has 50.1 megapixels; please select photos of at most 50",
  );
  expect(wide.body["message"]).toBe("The preview may have at most 1 megapixel");
  await expect(live).rejects.toMatchObject(refusal("too_large"));
  expect(await fileIds()).toHaveLength(2);
});
