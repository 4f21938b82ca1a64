import { beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { TableNames } from "../../../convex/_generated/dataModel.js";
import { expectConsistent } from "../../support/consistency.ts";
import { setupFull } from "../../support/full-workspace.ts";
import { type Engine, first, refusal, storedRowsOf } from "../../support/workspace.ts";

beforeEach(() => {
  vi.stubEnv("COMPANY_DOMAIN", "homes.test");
  vi.stubEnv("SITE_URL", "https://turnboard.test");
});

const kinds = ["project", "unit", "task", "photo", "note", "time entry"] as const;

const recordTables = [
  ...(["projects", "units", "tasks", "photos", "unitNotes", "timeEntries", "blocks"] as const),
  ...(["contractors", "projectTeamAssignments", "teamMembers", "templateUses"] as const),
] satisfies TableNames[];

/** Returns the stored records, and what people read of them. */
async function picture({ t, manager, projectId, unitId }: Awaited<ReturnType<typeof setupFull>>) {
  const rows: Record<string, unknown> = {};
  for (const table of recordTables)
    rows[table] = (await storedRowsOf(t, table)).map((row) => withoutOwnId(table, row));
  const of = { projectId };
  return {
    rows,
    projects: await manager.query(api.projects.list, {}),
    stats: await manager.query(api.projects.stats, of),
    units: await manager.query(api.units.list, of),
    tasks: await manager.query(api.tasks.list, { unitId }),
    photos: await manager.query(api.photos.list, { unitId }),
    wall: await manager.query(api.photos.ofProject, of),
    notes: await manager.query(api.unitNotes.list, { unitId }),
    hours: await manager.query(api.timeEntries.list, of),
    day: await manager.query(api.myDay.mine, {}),
    people: await manager.query(api.myDay.people, {}),
    summary: await manager.query(api.dashboard.summary, {}),
    figures: await manager.query(api.analytics.project, { projectId }),
    days: await manager.query(api.analytics.days, {}),
    pool: await manager.query(api.teamMembers.list, {}),
  };
}

/** Derived rows get new ids. */
function withoutOwnId(table: TableNames, row: { _id: string; _creationTime: number }) {
  const { _id, _creationTime, ...rest } = row;
  return table === "templateUses" ? rest : row;
}

async function onlyItem(t: Engine) {
  return first(await storedRowsOf(t, "trash"))._id;
}

test.each(kinds)(
  "what was deleted comes back as it was, with all that belonged to it: %s [TRASH-01]",
  async (kind) => {
    const workspace = await setupFull();
    const { t, manager, removals } = workspace;
    const before = await picture(workspace);

    await removals[kind]();
    await t.finishInProgressScheduledFunctions();
    await expectConsistent(t);
    const itemId = await onlyItem(t);
    const restored = await manager.mutation(api.trash.restore, { itemId });

    expect(restored).toMatchObject({ id: itemId, deletedByName: expect.any(String) as string });
    expect(await picture(workspace)).toEqual(before);
    await expectConsistent(t);
    expect(await storedRowsOf(t, "trash")).toEqual([]);
    const again = manager.mutation(api.trash.restore, { itemId });
    await expect(again).rejects.toMatchObject(refusal("not_found"));
  },
);

test.each(kinds)(
  "what is removed for good is gone with its files, and counts nowhere: %s [TRASH-01]",
  async (kind) => {
    const { t, manager, removals } = await setupFull();
    await removals[kind]();
    const itemId = await onlyItem(t);

    expect(await manager.mutation(api.trash.remove, { itemId })).toEqual({ success: true });
    await t.finishInProgressScheduledFunctions();

    expect(await storedRowsOf(t, "trash")).toEqual([]);
    for (const table of recordTables)
      expect((await storedRowsOf(t, table)).filter((row) => "trashId" in row)).toEqual([]);
    await expectConsistent(t);
    const again = manager.mutation(api.trash.remove, { itemId });
    await expect(again).rejects.toMatchObject(refusal("not_found"));
  },
);

test("what lies in a deleted unit or project waits for it, and goes with it for good [TRASH-01]", async () => {
  const workspace = await setupFull();
  const { t, manager, removals } = workspace;
  const before = await picture(workspace);
  for (const kind of ["task", "photo", "unit", "project"] as const) await removals[kind]();
  const [task, photo, unit, project] = (await storedRowsOf(t, "trash")).map(({ _id }) => _id);
  const restore = (itemId = "") => manager.mutation(api.trash.restore, { itemId });

  for (const itemId of [task, photo, unit])
    await expect(restore(itemId)).rejects.toMatchObject(refusal("conflict"));
  await restore(project);
  await expect(restore(task)).rejects.toMatchObject(refusal("conflict"));
  for (const itemId of [unit, task, photo]) await restore(itemId);
  expect(await picture(workspace)).toEqual(before);
  await expectConsistent(t);

  for (const kind of ["task", "photo", "unit"] as const) await removals[kind]();
  const items = await manager.query(api.trash.list, { kind: "unit" });
  await manager.mutation(api.trash.remove, { itemId: first(items.page).id });
  await t.finishInProgressScheduledFunctions();
  expect(await storedRowsOf(t, "trash")).toEqual([]);
  await expectConsistent(t);
});

test("the trash is read in pages, newest first, by kind and project [TRASH-01]", async () => {
  const { t, manager, removals, projectId, supervisor } = await setupFull();
  for (const kind of ["note", "time entry", "photo", "task"] as const) await removals[kind]();
  const kindsOf = async (args: Record<string, unknown>) => {
    const { page, continueCursor } = await manager.query(api.trash.list, args);
    return { kinds: page.map(({ kind }) => kind), cursor: continueCursor };
  };

  const firstPage = await kindsOf({ limit: 3 });
  expect(firstPage.kinds).toEqual(["task", "photo", "time_entry"]);
  expect(await kindsOf({ limit: 3, cursor: firstPage.cursor })).toEqual({
    ...{ kinds: ["note"], cursor: null },
  });
  expect((await kindsOf({ kind: "note", projectId })).kinds).toEqual(["note"]);
  expect((await kindsOf({ kind: "nothing" })).kinds).toEqual([]);
  expect((await kindsOf({ projectId: "none" })).kinds).toEqual([]);
  await expect(kindsOf({ cursor: "x" })).rejects.toMatchObject(refusal("invalid"));
  const [item] = (await manager.query(api.trash.list, { kind: "note" })).page;
  expect(item).toMatchObject({ name: "Keys inside", unitName: "101", projectName: "Maple Court" });
  expect(Date.parse(item?.goneAt ?? "") - Date.parse(item?.deletedAt ?? "")).toBe(30 * 86_400_000);
  await expect(supervisor.query(api.trash.list, {})).rejects.toMatchObject(refusal("forbidden"));
  expect(await storedRowsOf(t, "trash")).toHaveLength(4);
});

test("after TRASH_DAYS a job removes for good, the oldest first, and nothing younger [TRASH-01]", async () => {
  vi.stubEnv("TRASH_DAYS", "2");
  const { t, manager, removals } = await setupFull();
  await removals.project();
  vi.useFakeTimers({ now: Date.now() + 86_400_000 });
  const { id: projectId } = await manager.mutation(api.projects.create, {
    name: "B",
    units: ["1"],
  });
  await manager.mutation(api.projects.remove, { projectId });
  const names = async () => (await storedRowsOf(t, "trash")).map(({ name }) => name);

  await t.mutation(internal.jobs.trash.removeExpired, {});
  expect(await names()).toEqual(["Maple Court", "B"]);
  vi.setSystemTime(Date.now() + 86_400_001);
  await t.mutation(internal.jobs.trash.removeExpired, {});
  await t.finishAllScheduledFunctions(vi.runAllTimers);

  expect(await names()).toEqual(["B"]);
  const events = (await storedRowsOf(t, "events")).filter(({ kind }) => kind.endsWith("ForGood"));
  expect(events.map(({ kind, userId }) => [kind, userId])).toEqual([
    ["project.removedForGood", undefined],
  ]);
  vi.useRealTimers();
  await expectConsistent(t);
});

test("the notice takes an own deletion back, once, also for a supervisor, and nobody else's [TRASH-02]", async () => {
  const { t, manager, supervisor, removals, taskId, unitId } = await setupFull();
  const { id: recordId } = await supervisor.mutation(api.unitNotes.create, {
    unitId,
    content: "x",
  });
  await supervisor.mutation(api.unitNotes.remove, { noteId: recordId });
  await removals.task();

  await supervisor.mutation(api.trash.takeBack, { recordId });
  expect(await manager.query(api.unitNotes.list, { unitId })).toHaveLength(2);
  const again = supervisor.mutation(api.trash.takeBack, { recordId });
  await expect(again).rejects.toMatchObject(refusal("not_found"));
  const foreign = supervisor.mutation(api.trash.takeBack, { recordId: taskId });
  await expect(foreign).rejects.toMatchObject(refusal("not_found"));
  const events = await storedRowsOf(t, "events");
  const undone = events.find(({ kind }) => kind === "note.removed");
  expect(undone?.undoneAt).toBeDefined();
  expect(events.find(({ kind }) => kind === "note.restored")?.undoes).toBe(undone?._id);
});
