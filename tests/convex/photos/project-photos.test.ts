import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Doc, TableNames } from "../../../convex/_generated/dataModel.js";
import type { QueryCtx } from "../../../convex/model/context/context.ts";
import { projectPhotosPage } from "../../../convex/model/photos/projectPhotos.ts";
import { projectPhotosInput } from "../../../convex/rules/inputs/photos.ts";
import { setupProjectPhotos } from "../../support/project-photos.ts";
import { day, refusal } from "../../support/workspace.ts";

async function setup() {
  const workspace = await setupProjectPhotos();
  const { supervisor, projectId } = workspace;
  const ask = async (sent: Partial<(typeof api.photos.ofProject)["_args"]> = {}) =>
    await supervisor.query(api.photos.ofProject, { projectId, ...sent });
  const captions = async (sent: Parameters<typeof ask>[0] = {}) =>
    (await ask(sent)).page.map(({ caption }) => caption);
  return { ...workspace, ask, captions };
}

test("photos of a project come by date, then age, newest first, with their names [COMPARE-02]", async () => {
  const { manager, unitId, otherUnitId, addPhotos, ask } = await setup();
  await addPhotos([
    { photoDate: 5 * day, createdAt: 1, uploadedBy: manager.userId },
    { photoDate: 7 * day, createdAt: 1, unitId: otherUnitId, type: "before" },
    { photoDate: 5 * day, createdAt: 2 },
  ]);

  const { page, continueCursor } = await ask();

  expect(continueCursor).toBeNull();
  expect(page).toMatchObject([
    { caption: "1", unitId: otherUnitId, unitName: "102", type: "before", taskName: null },
    { caption: "2", unitId, unitName: "101", uploadedBy: null, uploadedByName: "Unknown" },
    { caption: "0", uploadedBy: manager.userId, uploadedByName: expect.stringMatching(/^Person /) },
  ]);
});

test("pages of photos join without a gap, also among photos of one moment [COMPARE-02]", async () => {
  const { addPhotos, ask } = await setup();
  await addPhotos(Array.from({ length: 9 }, (_, at) => ({ photoDate: at % 2, createdAt: 3 })));

  const pages: (string | null)[][] = [];
  let cursor: string | null = null;
  do {
    const answer: Awaited<ReturnType<typeof ask>> = await ask({ cursor, limit: 3 });
    pages.push(answer.page.map(({ caption }) => caption));
    cursor = answer.continueCursor;
  } while (cursor !== null);

  expect(pages).toEqual([
    ["7", "5", "3"],
    ["1", "8", "6"],
    ["4", "2", "0"],
  ]);
});

test("a live page keeps its end: what is new on it stays on it [COMPARE-02]", async () => {
  const { addPhotos, ask } = await setup();
  await addPhotos([1, 2, 3, 4, 5].map((photoDate) => ({ photoDate })));
  const { continueCursor: through } = await ask({ limit: 2 });
  await addPhotos([{ photoDate: 9, caption: "new" }]);

  const { page, continueCursor } = await ask({ limit: 2, through });

  expect(page.map(({ caption }) => caption)).toEqual(["new", "4", "3"]);
  expect(continueCursor).toBe(through);
  expect((await ask({ cursor: through })).page.map(({ caption }) => caption)).toEqual([
    ...["2", "1", "0"],
  ]);
});

test("photos are narrowed by unit, stage and person, alone and together, page by page [COMPARE-02]", async () => {
  const { manager, admin, otherUnitId, addPhotos, captions, ask } = await setup();
  const rows: Partial<Doc<"photos">>[] = [];
  for (const unit of [{}, { unitId: otherUnitId }])
    for (const type of ["before", "progress", "completion"] as const)
      for (const { userId } of [manager, admin])
        rows.push({ ...unit, type, uploadedBy: userId, photoDate: rows.length });
  await addPhotos(rows);
  const type = "before";
  const uploadedBy = admin.userId;

  expect(await captions({ unitId: otherUnitId })).toEqual(["11", "10", "9", "8", "7", "6"]);
  expect(await captions({ type })).toEqual(["7", "6", "1", "0"]);
  expect(await captions({ uploadedBy })).toEqual(["11", "9", "7", "5", "3", "1"]);
  expect(await captions({ type, uploadedBy })).toEqual(["7", "1"]);
  expect(await captions({ type, uploadedBy, unitId: otherUnitId })).toEqual(["7"]);
  const { continueCursor: cursor } = await ask({ unitId: otherUnitId, type, limit: 1 });
  expect(await captions({ unitId: otherUnitId, type, limit: 1, cursor })).toEqual(["6"]);
});

test("photos of a task carry its name, and lose it with the task [COMPARE-02]", async () => {
  const { manager, unitId, templateIds, addPhotos, ask, captions } = await setup();
  const tasks = await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds });
  const [taskId, otherTaskId] = tasks.map(({ id }) => id);
  if (taskId === undefined || otherTaskId === undefined) throw new Error("There are two tasks");
  await addPhotos([{ taskId, type: "before" }, { taskId: otherTaskId }, {}, { taskId }]);

  expect(await captions({ taskId })).toEqual(["3", "0"]);
  expect(await captions({ taskId, type: "before" })).toEqual(["0"]);
  expect((await ask({ taskId })).page).toMatchObject([{ taskId, taskName: "Task 1" }, { taskId }]);
  expect(await captions({ taskId: "none" })).toEqual([]);
  await manager.mutation(api.tasks.remove, { taskId });
  expect((await ask()).page.map(({ taskName }) => taskName)).toEqual([null, null, "Task 2", null]);
});

test("a day is the company's, and a picked day is that day wherever the company is [COMPARE-02]", async () => {
  vi.stubEnv("COMPANY_TIME_ZONE", "Pacific/Auckland");
  const { addPhotos, captions } = await setup();
  const moments = [
    "2026-03-01T11:30Z",
    "2026-03-01T12:00Z",
    "2026-03-01T10:30Z",
    "2026-03-02T12:00Z",
  ];
  await addPhotos(moments.map((moment) => ({ photoDate: Date.parse(moment) })));

  expect(await captions({ day: "2026-03-01" })).toEqual(["1", "2"]);
  expect(await captions({ day: "2026-03-02" })).toEqual(["3", "0"]);
  expect(await captions({ day: "2026-03-03" })).toEqual([]);
});

test("photos of other projects and of deleted units are not there, and unknown filters match nothing [COMPARE-02]", async () => {
  const { t, manager, newProject, unitId, addPhotos, captions } = await setup();
  const other = await newProject(["9"], "Other");
  const [foreign] = other.unitIds;
  if (foreign === undefined) throw new Error("The other project has a unit");
  await addPhotos([{}, { unitId: foreign, projectId: other.projectId }]);

  expect(await captions()).toEqual(["0"]);
  expect(await captions({ unitId: foreign })).toEqual([]);
  for (const sent of [{ unitId: "none" }, { uploadedBy: "none" }, { uploadedBy: unitId }])
    expect(await captions(sent)).toEqual([]);
  // The photos of a deleted unit may remain for some steps, because a large unit is deleted in steps.
  await t.run(async ({ db }) => await db.delete("units", unitId));
  expect(await captions()).toEqual([]);
  await manager.mutation(api.projects.remove, { projectId: other.projectId });
  await expect(
    manager.query(api.photos.ofProject, { projectId: other.projectId }),
  ).rejects.toMatchObject(refusal("not_found"));
});

test("one photo is read by its project alone [COMPARE-01]", async () => {
  const { supervisor, newProject, projectId, unitId, addPhotos } = await setup();
  const [photoId = ""] = await addPhotos([{ type: "before" }]);
  const other = await newProject(["9"], "Other");

  const photo = await supervisor.query(api.photos.get, { projectId, photoId });
  expect(photo).toMatchObject({ id: photoId, unitId, unitName: "101", type: "before" });
  for (const sent of [
    { projectId: other.projectId, photoId },
    { projectId, photoId: unitId },
  ])
    await expect(supervisor.query(api.photos.get, sent)).rejects.toMatchObject(
      refusal("not_found"),
    );
});

test("a bad size, cursor, day or stage of photos is refused [COMPARE-02]", async () => {
  const { projectId, doors, send } = await setup();
  const { headers } = doors.supervisor;
  const statusOf = async (query: string) =>
    (await send("GET", `/api/projects/${projectId}/photos?${query}`, { headers })).status;

  for (const query of [
    "limit=0",
    "limit=101",
    "limit=x",
    "cursor=x",
    "day=2026-13-01",
    "type=after",
  ])
    expect([query, await statusOf(query)]).toEqual([query, 400]);
  expect(await statusOf("limit=100&day=2026-03-01&type=before&unitId=none")).toBe(200);
  expect(await statusOf("")).toBe(200);
});

/** A context that counts the photos that queries read. */
function counting(ctx: QueryCtx) {
  const counted = { rows: 0 };
  const query = (table: TableNames) => {
    const rows = ctx.db.query(table);
    if (table !== "photos") return rows;
    return {
      withIndex: (...range: Parameters<typeof rows.withIndex>) => ({
        order: async function* (order: "asc" | "desc") {
          for await (const row of rows.withIndex(...range).order(order)) {
            counted.rows += 1;
            yield row;
          }
        },
      }),
    };
  };
  const db = new Proxy(ctx.db, {
    get: (target, key) => (key === "query" ? query : Reflect.get(target, key)),
  });
  return { ctx: { ...ctx, db } as QueryCtx, counted };
}

test("a page of many photos reads little more than it shows, whatever narrows it [COMPARE-02]", async () => {
  const { t, manager, admin, projectId, otherUnitId, addPhotos } = await setup();
  await addPhotos(
    Array.from({ length: 300 }, (_, at) => ({
      ...(at % 100 === 0 && { unitId: otherUnitId, type: "before" as const }),
      ...{ uploadedBy: at % 150 === 0 ? admin.userId : manager.userId, photoDate: at * day },
    })),
  );
  const readFor = async (sent: object) =>
    await t.run(async (ctx) => {
      const project = await ctx.db.get("projects", projectId);
      if (project === null) throw new Error("The project is there");
      const watched = counting(ctx);
      const input = projectPhotosInput.parse({ limit: 10, ...sent });
      const { page } = await projectPhotosPage(watched.ctx, project, input);
      return [page.length, watched.counted.rows];
    });

  expect(await readFor({})).toEqual([10, 11]);
  expect(await readFor({ unitId: otherUnitId })).toEqual([3, 3]);
  expect(await readFor({ type: "before" })).toEqual([3, 3]);
  expect(await readFor({ uploadedBy: admin.userId })).toEqual([2, 2]);
  expect(await readFor({ uploadedBy: admin.userId, type: "before" })).toEqual([1, 1]);
  expect(await readFor({ day: "1970-04-11" })).toEqual([1, 2]);
});
