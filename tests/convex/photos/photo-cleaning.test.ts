import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { Doc, Id } from "../../../convex/_generated/dataModel.js";
import { cleanPhoto } from "../../../convex/model/photos/photoCleaning.ts";
import { refreshRecentPhotos } from "../../../convex/model/photos/photoWrites.ts";
import { expectConsistent } from "../../support/consistency.ts";
import { phoneJpeg, phonePng, secrets } from "../../support/image-files.ts";
import { fileOf } from "../../support/photo-files.ts";
import { setupPhotos } from "../../support/photos.ts";
import { day, emptyTrash, everything, first, rowsOf } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

type Bytes = Uint8Array<ArrayBuffer>;

/** A unit with photos as earlier versions stored them: with everything that was sent. */
async function setupEarlier(photos: { original: Bytes; preview?: Bytes }[]) {
  const workspace = await setupPhotos();
  const { t, unitId, projectId, doors } = workspace;
  await t.run(async (ctx) => {
    const { db, storage } = ctx;
    const store = async (bytes: Bytes) => await storage.store(new Blob([bytes]));
    for (const [index, { original, preview }] of photos.entries())
      await db.insert("photos", {
        ...{ unitId, projectId, type: "progress", photoDate: 1, createdAt: 1 },
        ...{ filename: `old${index}.jpg`, fileSize: original.length, sha256: `hash ${index}` },
        storageId: await store(original),
        ...(preview && { previewId: await store(preview) }),
      });
    await refreshRecentPhotos(ctx, unitId);
  });

  const served = async (path: string) => {
    const response = await t.fetch(`/api/photos/${path}`, { headers: doors.supervisor.headers });
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  const begin = async () => {
    vi.useFakeTimers();
    await t.mutation(internal.jobs.photos.clean, {});
  };
  const clean = async () => {
    await begin();
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    vi.useRealTimers();
  };
  /** Returns the arguments with which a step is scheduled for the first photo. */
  const step = async () => {
    const photo = first(await rowsOf(t, "photos"));
    return { photoId: photo._id, createdAt: photo._creationTime, files: filesOf(photo) };
  };
  const progress = async () => {
    const [run] = await rowsOf(t, "photoCleanings");
    return run && { cleaned: run.cleaned, left: run.left, done: run.done };
  };
  return { ...workspace, served, begin, clean, step, progress };
}

function filesOf({ storageId, previewId }: Doc<"photos">): Id<"_storage">[] {
  return previewId === undefined ? [storageId] : [storageId, previewId];
}

function expectNoSecrets(bytes: Bytes): void {
  const text = new TextDecoder("latin1").decode(bytes);
  expect(text).toMatch(/rXYZ|iCCP/);
  for (const secret of secrets) expect(text).not.toContain(secret);
}

test("photos from before are clean after an update, under the same names [DATA-28]", async () => {
  const { t, served, clean, progress, fileIds, list } = await setupEarlier([
    { original: phoneJpeg(), preview: phonePng() },
    { original: phonePng() },
  ]);
  const [listed, before] = [await list(), await rowsOf(t, "photos")];
  expect(new TextDecoder("latin1").decode((await served("old0.jpg")).bytes)).toContain("GPS");

  await clean();

  for (const path of ["old0.jpg", "old0.jpg?size=preview", "old1.jpg"])
    expectNoSecrets((await served(path)).bytes);
  const after = await rowsOf(t, "photos");
  expect(await fileIds()).toHaveLength(3);
  expect(new Set(await fileIds())).toEqual(new Set(after.flatMap(filesOf)));
  const others = ({ storageId, previewId, isClean, ...rest }: Doc<"photos">) => rest;
  expect(after.map(others)).toEqual(before.map(others));
  expect(await list()).toEqual(listed);
  expect(await progress()).toEqual({ cleaned: 3, left: 0, done: true });
  await expectConsistent(t);
});

test("photos that are clean already or that nobody can read stay as they are [DATA-28]", async () => {
  const cut = phoneJpeg().subarray(0, 400);
  const text = new TextEncoder().encode("no picture");
  const { t, clean, progress } = await setupEarlier([
    ...[{ original: fileOf("jpeg") }, { original: cut }, { original: text }],
    { original: fileOf("png"), preview: fileOf("webp") },
  ]);
  const missing = first((await rowsOf(t, "photos")).slice(1)).storageId;
  const [photos, files] = [await rowsOf(t, "photos"), await storedFiles()];
  await t.run(async (ctx) => await ctx.storage.delete(missing));

  await clean();

  const isClean = [true, false, false, true];
  expect(await rowsOf(t, "photos")).toMatchObject(
    photos.map((photo, at) => ({ ...photo, isClean: isClean[at] })),
  );
  expect(await storedFiles()).toEqual(files.filter(({ _id }) => _id !== missing));
  expect(await progress()).toEqual({ cleaned: 0, left: 2, done: true });

  async function storedFiles() {
    return await t.run(async (ctx) => await ctx.db.system.query("_storage").collect());
  }
});

test("cleaned once, nothing is looked at again [DATA-28]", async () => {
  const { t, clean } = await setupEarlier([{ original: phoneJpeg() }]);
  await clean();
  const [before, jobs] = [await everything(t), await jobCount()];

  await clean();

  expect(await everything(t)).toBe(before);
  expect(await jobCount()).toBe(jobs);

  async function jobCount() {
    return await t.run(
      async (ctx) => (await ctx.db.system.query("_scheduled_functions").collect()).length,
    );
  }
});

test("with KEEP_PHOTO_LOCATION=yes nothing is cleaned, also not what was ordered before [DATA-28]", async () => {
  const original = phoneJpeg();
  const { t, served, begin, clean, step, progress } = await setupEarlier([{ original }]);
  vi.stubEnv("KEEP_PHOTO_LOCATION", "yes");

  await clean();
  expect(await rowsOf(t, "photoCleanings")).toEqual([]);
  await t.action(internal.jobs.photos.cleanOne, await step());
  expect((await served("old0.jpg")).bytes).toEqual(original);

  vi.stubEnv("KEEP_PHOTO_LOCATION", "no");
  await begin();
  vi.stubEnv("KEEP_PHOTO_LOCATION", "yes");
  await t.finishAllScheduledFunctions(vi.runAllTimers);
  vi.useRealTimers();
  expect((await served("old0.jpg")).bytes).toEqual(original);

  vi.stubEnv("KEEP_PHOTO_LOCATION", "no");
  await clean();
  expectNoSecrets((await served("old0.jpg")).bytes);
  expect(await progress()).toEqual({ cleaned: 1, left: 0, done: true });
});

test("photos that come with an import are cleaned, however old they are [DATA-28]", async () => {
  const old = [{ original: phoneJpeg() }, { original: phonePng() }];
  const { t, served, clean, progress } = await setupEarlier(old);
  const exported = await rowsOf(t, "photos");
  await clean();
  // An import of an earlier export restores the rows with their files.
  await t.run(async ({ db, storage }) => {
    for (const { _id, _creationTime, ...photo } of exported)
      await db.replace("photos", _id, {
        ...{ ...photo, storageId: await storage.store(new Blob([phoneJpeg()])) },
      });
  });

  await clean();

  for (const path of ["old0.jpg", "old1.jpg"]) expectNoSecrets((await served(path)).bytes);
  expect(await progress()).toEqual({ cleaned: 4, left: 0, done: true });
});

test("what was uploaded while metadata was kept is cleaned when it is not kept any more [DATA-28]", async () => {
  const { t, post, served, clean } = await setupEarlier([]);
  await clean();
  vi.stubEnv("KEEP_PHOTO_LOCATION", "yes");
  const { body } = await post({ photo: new File([phoneJpeg()], "a.jpg") });
  const name = String(body["filename"]);
  expect(new TextDecoder("latin1").decode((await served(name)).bytes)).toContain("GPS");
  vi.stubEnv("KEEP_PHOTO_LOCATION", "no");

  await clean();

  expectNoSecrets((await served(name)).bytes);
  expect(first(await rowsOf(t, "photos")).isClean).toBe(true);
});

test("a crash between storing and swapping loses nothing, and leaves nothing [DATA-28]", async () => {
  const original = phoneJpeg();
  const { t, served, clean, step, fileIds, progress } = await setupEarlier([{ original }]);
  const photo = await step();

  const crash = t.action(async ({ storage }) => {
    await cleanPhoto({ storage, runMutation: () => Promise.reject(new Error("crash")) }, photo);
  });

  await expect(crash).rejects.toThrow("crash");
  expect(await fileIds()).toHaveLength(2);
  expect((await served("old0.jpg")).bytes).toEqual(original);
  await clean();
  expectNoSecrets((await served("old0.jpg")).bytes);
  expect(await progress()).toEqual({ cleaned: 1, left: 0, done: true });
  vi.useFakeTimers({ now: Date.now() + day, toFake: ["Date"] });
  await t.mutation(internal.jobs.uploads.sweep, {});
  expect(await fileIds()).toEqual((await rowsOf(t, "photos")).flatMap(filesOf));
});

test("a step that broke off is ordered again; one that never ends is passed over [DATA-28]", async () => {
  const { t, served, begin, clean, progress } = await setupEarlier([
    ...[{ original: phoneJpeg() }, { original: phonePng() }],
  ]);
  const breakOff = async () => {
    await begin();
    await t.run(async ({ db, scheduler }) => {
      const { stepId } = first(await db.query("photoCleanings").collect());
      if (stepId !== null) await scheduler.cancel(stepId);
    });
  };

  for (let times = 0; times < 3; times++) await breakOff();
  expect(await progress()).toEqual({ cleaned: 0, left: 0, done: false });
  await clean();

  expect(await progress()).toEqual({ cleaned: 1, left: 1, done: true });
  expect(new TextDecoder("latin1").decode((await served("old0.jpg")).bytes)).toContain("GPS");
  expectNoSecrets((await served("old1.jpg")).bytes);
});

test("a full disk is waited for, and no photo passed over [DATA-28]", async () => {
  const { t, begin, clean, step, progress } = await setupEarlier([{ original: phoneJpeg() }]);
  const photo = await step();
  const tryOnce = async () => {
    await begin();
    await t.run(async (ctx) => {
      const { stepId } = first(await ctx.db.query("photoCleanings").collect());
      if (stepId !== null) await ctx.scheduler.cancel(stepId);
    });
    await t.action(async (ctx) => {
      const get = async (id: Id<"_storage">) => await ctx.storage.get(id);
      const store = () => Promise.reject(new Error("full"));
      const storage = { ...ctx.storage, get, store } as typeof ctx.storage;
      await expect(cleanPhoto({ ...ctx, storage }, photo)).rejects.toThrow("full");
    });
  };

  for (let times = 0; times < 5; times++) await tryOnce();
  await clean();

  expect(await progress()).toEqual({ cleaned: 1, left: 0, done: true });
});

test("a photo that is deleted while it is cleaned stays deleted, with all its files [DATA-28]", async () => {
  const { t, manager, clean, step, fileIds, progress } = await setupEarlier([
    ...[{ original: phoneJpeg(), preview: phonePng() }, { original: phonePng() }],
  ]);
  const { files, ...photo } = await step();
  const cleaned = await t.run(
    async (ctx) =>
      await Promise.all(
        files.map(async (from) => {
          const to = await ctx.storage.store(new Blob([fileOf("jpeg")]));
          return { from, to, isLeft: false };
        }),
      ),
  );
  await manager.mutation(api.photos.remove, { photoId: photo.photoId });
  await emptyTrash(t, manager);

  await t.mutation(internal.jobs.photos.swap, { ...photo, files: cleaned });

  const [rest, ...others] = await rowsOf(t, "photos");
  expect([await fileIds(), others]).toEqual([rest && filesOf(rest), []]);
  await clean();
  expect(await progress()).toEqual({ cleaned: 1, left: 0, done: true });
  await expectConsistent(t);
});

test("one step goes after the other: none is ordered twice, nor counted twice [DATA-28]", async () => {
  const { t, begin, step, progress } = await setupEarlier([
    ...[{ original: phoneJpeg() }, { original: phonePng() }],
  ]);
  const photo = await step();
  const run = async () => first(await rowsOf(t, "photoCleanings"));
  await begin();
  const begun = await run();

  await t.mutation(internal.jobs.photos.clean, {});
  expect(await run()).toEqual(begun);
  await t.action(internal.jobs.photos.cleanOne, photo);
  const next = await run();
  await t.action(internal.jobs.photos.cleanOne, photo);
  expect(await run()).toEqual(next);
  await t.finishAllScheduledFunctions(vi.runAllTimers);

  expect(next.cleaned).toBe(1);
  expect(await progress()).toEqual({ cleaned: 2, left: 0, done: true });
});
