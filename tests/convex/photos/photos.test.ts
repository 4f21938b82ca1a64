import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { setupPhotos } from "../../support/photos.ts";
import { day, emptyTrash, refusal, rowsOf } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

async function setupAlbum() {
  const setup = await setupPhotos();
  /** A photo of this day with this caption. */
  const add = async (caption: string, photoDate: string, type = "progress") => {
    const storageId = await setup.upload("jpeg");
    const previewId = await setup.upload("webp");
    return await setup.create(storageId, { previewId, caption, photoDate, type });
  };
  const captions = async () => (await setup.list()).map(({ caption }) => caption);
  const recent = async () => (await setup.card()).recentPhotos.map(({ caption }) => caption);
  return { ...setup, add, captions, recent };
}

test("the photos of a unit come by date, then by age, newest first [API-24, OP-31]", async () => {
  const { add, captions, send, unitId, doors, list } = await setupAlbum();
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const [caption, date] of [
    ["old", "2025-07-01"],
    ["newest", "2025-07-20"],
    ["same day, first", "2025-07-10"],
    ["same day, second", "2025-07-10"],
  ] as const) {
    vi.advanceTimersByTime(1000);
    await add(caption, date);
  }

  const { headers } = doors.supervisor;
  const answer = await send("GET", `/api/units/${unitId}/photos`, { headers });

  expect(await captions()).toEqual(["newest", "same day, second", "same day, first", "old"]);
  expect(answer).toEqual({ status: 200, body: await list() });
});

test("a unit's card shows the three newest photos after every change [UNIT-06, OP-31]", async () => {
  const { add, recent, manager } = await setupAlbum();
  const seen: (string | null)[][] = [await recent()];
  const look = async () => seen.push(await recent());

  const a = await add("a", "2025-07-01", "before");
  const b = await add("b", "2025-07-02");
  const c = await add("c", "2025-07-03");
  await add("d", "2025-06-01");
  await look();
  await manager.mutation(api.photos.update, { photoId: b.id, photoDate: "2025-05-01" });
  await look();
  await manager.mutation(api.photos.remove, { photoId: c.id });
  await look();
  await manager.mutation(api.photos.remove, { photoId: a.id });
  await look();

  expect(seen).toEqual([[], ["c", "b", "a"], ["c", "a", "d"], ["a", "d", "b"], ["d", "b"]]);
});

test("a photo is on the card as it is in the list [UNIT-06]", async () => {
  const { add, card, list } = await setupAlbum();
  await add("a", "2025-07-01");

  expect((await card()).recentPhotos).toEqual(await list());
});

test("a progress photo can be given another date [PHOTO-09, API-27]", async () => {
  const { add, sendJson, doors, list } = await setupAlbum();
  const photo = await add("a", "2025-07-01");

  const answer = await sendJson("PATCH", `/api/photos/${photo.id}`, {
    headers: doors.supervisor.headers,
    body: { photoDate: "2025-07-09T08:00:00.000Z" },
  });

  const moved = { ...photo, photoDate: "2025-07-09T08:00:00.000Z" };
  expect(answer).toEqual({ status: 200, body: moved });
  expect(await list()).toEqual([moved]);
});

test.each(["before", "completion"])("the date of a %s photo is fixed [PHOTO-08]", async (type) => {
  const { add, sendJson, doors, list } = await setupAlbum();
  const photo = await add("a", "2025-07-01", type);

  const answer = await sendJson("PATCH", `/api/photos/${photo.id}`, {
    headers: doors.admin.headers,
    body: { photoDate: "2025-07-09" },
  });

  const message = "Only the date of a progress photo can be changed";
  expect(answer).toEqual({ status: 400, body: { message } });
  expect(await list()).toEqual([photo]);
});

test.each([{}, { photoDate: null }, { photoDate: "" }, { photoDate: "soon" }, { photoDate: 5 }])(
  "a change of date with %j answers 400 [API-27]",
  async (body) => {
    const { add, sendJson, doors, list } = await setupAlbum();
    const photo = await add("a", "2025-07-01");
    const { headers } = doors.manager;

    const answer = await sendJson("PATCH", `/api/photos/${photo.id}`, { headers, body });

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "photoDate" }] } });
    expect(await list()).toEqual([photo]);
  },
);

test("a removed photo is gone with its image; its files go with its trash item [PHOTO-07, API-28] [TRASH-01]", async () => {
  const { t, manager, add, sendJson, doors, list, fileIds } = await setupAlbum();
  const photo = await add("a", "2025-07-01");
  const kept = await add("b", "2025-07-02");
  const { headers } = doors.supervisor;
  const path = `/api/photos/${photo.id}`;

  const answer = await sendJson("DELETE", path, { headers });

  expect(answer).toEqual({ status: 200, body: { success: true } });
  expect(await list()).toEqual([kept]);
  expect(await fileIds()).toHaveLength(4);
  await emptyTrash(t, manager);
  expect(await fileIds()).toHaveLength(2);
  const image = `/api/photos/${photo.filename}`;
  expect((await sendJson("GET", image, { headers })).status).toBe(404);
  expect((await sendJson("DELETE", path, { headers })).status).toBe(404);
  const body = { photoDate: "2025-07-01" };
  expect((await sendJson("PATCH", path, { headers, body })).status).toBe(404);
});

test("the photos of a removed unit are gone with their files [DATA-27, OP-31]", async () => {
  const { t, add, manager, unitId, fileIds } = await setupAlbum();
  await add("a", "2025-07-01");
  await add("b", "2025-07-02", "before");

  await manager.mutation(api.units.remove, { unitId });

  expect(await rowsOf(t, "photos")).toEqual([]);
  await emptyTrash(t, manager);
  expect(await fileIds()).toEqual([]);
  await expect(manager.query(api.photos.list, { unitId })).rejects.toMatchObject(
    refusal("not_found", "Unit not found"),
  );
});

test("without a session, or with an unknown role, photos stay as they are [PERM-10]", async () => {
  const { add, sendJson, cookieOf, list, unitId } = await setupAlbum();
  const photo = await add("a", "2025-07-01");
  const stranger = await cookieOf("crew_member");
  const body = { photoDate: "2025-07-02" };

  for (const [headers, status] of [
    [{}, 401],
    [stranger.headers, 403],
  ] as const) {
    const path = `/api/photos/${photo.id}`;
    expect((await sendJson("PATCH", path, { headers, body })).status).toBe(status);
    expect((await sendJson("DELETE", path, { headers })).status).toBe(status);
    const photos = `/api/units/${unitId}/photos`;
    expect((await sendJson("GET", photos, { headers })).status).toBe(status);
  }
  expect(await list()).toEqual([photo]);
});

test("a photo is in the recent activity until it is removed, and in history for ever [OP-29]", async () => {
  const { t, add, manager, unitId } = await setupAlbum();
  const activity = async () => (await manager.query(api.dashboard.summary, {})).recentActivity;
  const photo = await add("a", "2025-07-01");
  const listed = await activity();

  await manager.mutation(api.photos.update, { photoId: photo.id, photoDate: "2025-07-02" });
  await manager.mutation(api.photos.update, { photoId: photo.id, photoDate: "2025-07-02" });
  await manager.mutation(api.photos.remove, { photoId: photo.id });

  expect(listed).toMatchObject([
    { type: "photo", description: "Progress photo uploaded", unitNumber: "101" },
  ]);
  expect(await activity()).toEqual([]);
  const events = (await rowsOf(t, "events")).filter((event) => event.photoId === photo.id);
  const subject = { unitId, label: "progress", userId: manager.userId };
  expect(events).toMatchObject([
    { kind: "photo.added", ...subject },
    { kind: "photo.updated", ...subject, changes: [{ field: "photoDate" }] },
    { kind: "photo.removed", ...subject },
  ]);
});

test("a photo that is its own preview can be removed [OP-31]", async () => {
  const { t, manager, create, upload, list, fileIds } = await setupPhotos();
  const storageId = await upload("jpeg");
  const photo = await create(storageId, { previewId: storageId });

  await manager.mutation(api.photos.remove, { photoId: photo.id });
  await emptyTrash(t, manager);

  expect([await list(), await fileIds()]).toEqual([[], []]);
});

test("uploads that nobody made a photo of are deleted after an hour [OP-31]", async () => {
  const { t, add, upload, fileIds } = await setupAlbum();
  await add("kept", "2025-07-01");
  const before = await fileIds();
  for (let count = 0; count < 4; count++) await upload("jpeg");

  await t.mutation(internal.jobs.uploads.expire, {});
  const soon = await fileIds();
  vi.useFakeTimers({ now: Date.now() + 61 * 60_000 });
  await t.mutation(internal.jobs.uploads.expire, {});

  expect(soon).toHaveLength(before.length + 4);
  expect(await fileIds()).toEqual(before);
  expect(await rowsOf(t, "photoUploads")).toEqual([]);
});

test("files that nothing names are deleted within a day, in steps, and no others [OP-31]", async () => {
  const { t, add, upload, fileIds } = await setupAlbum();
  await add("kept", "2025-07-01");
  const before = await fileIds();
  for (let count = 0; count < 120; count++)
    await t.run(async (ctx) => await ctx.storage.store(new Blob(["left"])));

  await t.mutation(internal.jobs.uploads.sweep, {});
  const soon = await fileIds();
  vi.useFakeTimers({ now: Date.now() + day });
  const young = await upload("jpeg");
  await t.mutation(internal.jobs.uploads.sweep, {});
  await t.finishAllScheduledFunctions(vi.runAllTimers);

  expect(soon).toHaveLength(before.length + 120);
  expect(await fileIds()).toEqual([...before, young]);
});
