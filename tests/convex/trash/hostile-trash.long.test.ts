import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { expectConsistent } from "../../support/consistency.ts";
import { setupFull } from "../../support/full-workspace.ts";
import { expectWholeTrash } from "../../support/whole-trash.ts";
import { first, refusal, setupWorkspace, storedRowsOf } from "../../support/workspace.ts";

const day = 86_400_000;

beforeEach(() => {
  vi.stubEnv("COMPANY_DOMAIN", "homes.test");
  vi.stubEnv("SITE_URL", "https://turnboard.test");
});
afterEach(() => {
  vi.useRealTimers();
});

const kinds = ["project", "unit", "task", "photo", "note", "time entry"] as const;

test.each(kinds)(
  "two people who restore at once restore it once, and the second is told: %s [TRASH-01]",
  async (kind) => {
    const { t, manager, admin, removals } = await setupFull();
    await removals[kind]();
    const itemId = first(await storedRowsOf(t, "trash"))._id;

    const ends = await Promise.allSettled(
      [manager, admin].map((person) => person.mutation(api.trash.restore, { itemId })),
    );

    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(ends.find((end) => end.status === "rejected")?.reason).toMatchObject(
      refusal("not_found"),
    );
    const events = await storedRowsOf(t, "events");
    expect(events.filter(({ kind: told }) => told.endsWith(".restored"))).toHaveLength(1);
    await t.finishInProgressScheduledFunctions();
    await expectWholeTrash(t);
    await expectConsistent(t);
  },
);

test.each(kinds)(
  "of restoring and removing for good at once one happens, and numbers stay right: %s [TRASH-01]",
  async (kind) => {
    const { t, manager, admin, removals } = await setupFull();
    await removals[kind]();
    const itemId = first(await storedRowsOf(t, "trash"))._id;

    const ends = await Promise.allSettled([
      manager.mutation(api.trash.remove, { itemId }),
      admin.mutation(api.trash.restore, { itemId }),
    ]);

    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await t.finishInProgressScheduledFunctions();
    await expectWholeTrash(t);
    await expectConsistent(t);
  },
);

/** Sets up a unit with so many records that its deletion and its restoration take several steps. */
async function setupLargeUnit() {
  const workspace = await setupWorkspace();
  const { t, manager, newUnitWithTasks } = workspace;
  const made = await newUnitWithTasks();
  const { unitId, projectId } = made;
  await t.run(async ({ db }) => {
    for (let count = 0; count < 1200; count++)
      await db.insert("unitNotes", {
        ...{ unitId, content: `n${String(count)}`, userId: manager.userId },
        ...{ createdAt: count, updatedAt: count },
      });
    for (let count = 0; count < 5; count++)
      await db.insert("events", {
        ...{ kind: "photo.added", label: "before", inFeed: true, at: count },
        ...{ projectId, unitId, userId: manager.userId },
      });
  });
  const remove = () => manager.mutation(api.units.remove, { unitId });
  const itemId = async () => first(await storedRowsOf(t, "trash"))._id;
  const restore = async () => await manager.mutation(api.trash.restore, { itemId: await itemId() });
  /** Runs scheduled steps until none is left. */
  const finish = async () => await t.finishAllScheduledFunctions(vi.runAllTimers);
  const notes = async () =>
    (await storedRowsOf(t, "unitNotes")).filter(({ trashId }) => trashId === undefined).length;
  return { ...workspace, ...made, remove, restore, finish, itemId, notes };
}

test("a large unit that is restored before its deletion has ended is whole again [TRASH-01]", async () => {
  vi.useFakeTimers();
  const { t, remove, restore, finish, notes } = await setupLargeUnit();
  await remove();
  await restore();
  await remove();
  await restore();

  await finish();

  vi.useRealTimers();
  expect(await notes()).toBe(1200);
  expect(await storedRowsOf(t, "trash")).toEqual([]);
  await expectWholeTrash(t);
  await expectConsistent(t);
});

test("a large unit that is deleted anew and removed for good before it was back leaves nothing [TRASH-01]", async () => {
  vi.useFakeTimers();
  const { t, manager, unitId, remove, restore, finish, itemId, notes } = await setupLargeUnit();
  await remove();
  await finish();
  const trashId = await itemId();
  await restore();
  await remove();
  await manager.mutation(api.trash.remove, { itemId: await itemId() });

  // A step of the restoration that comes late.
  await t.mutation(internal.jobs.trash.unmarkUnit, { unitId, trashId });
  expect(await notes()).toBe(0);
  await finish();

  vi.useRealTimers();
  for (const table of ["unitNotes", "tasks", "trash"] as const)
    expect(await storedRowsOf(t, table)).toEqual([]);
  const events = (await storedRowsOf(t, "events")).filter((event) => event.unitId === unitId);
  expect(events.filter(({ inFeed }) => inFeed === true)).toEqual([]);
  await expectConsistent(t);
});

test("the job that empties the trash leaves what is being restored alone [TRASH-01]", async () => {
  vi.stubEnv("TRASH_DAYS", "1");
  vi.useFakeTimers();
  const { t, remove, restore, finish, notes } = await setupLargeUnit();
  await remove();
  await finish();
  vi.setSystemTime(Date.now() + day + 1);
  await restore();

  await t.mutation(internal.jobs.trash.removeExpired, {});
  await finish();

  vi.useRealTimers();
  expect(await notes()).toBe(1200);
  await expectWholeTrash(t);
  await expectConsistent(t);
});

test("fewer TRASH_DAYS hold for what lies in the trash already, more days bring nothing back [TRASH-01]", async () => {
  vi.stubEnv("TRASH_DAYS", "30");
  const { t, manager, removals } = await setupFull();
  await removals.photo();
  vi.useFakeTimers({ now: Date.now() + 5 * day });
  await removals.note();
  const goneIn = async () =>
    (await manager.query(api.trash.list, {})).page.map(
      ({ deletedAt, goneAt }) => (Date.parse(goneAt) - Date.parse(deletedAt)) / day,
    );
  expect(await goneIn()).toEqual([30, 30]);

  vi.stubEnv("TRASH_DAYS", "3");
  expect(await goneIn()).toEqual([3, 3]);
  const [, photo] = (await manager.query(api.trash.list, {})).page;
  await t.mutation(internal.jobs.trash.removeExpired, {});
  await t.finishAllScheduledFunctions(vi.runAllTimers);
  vi.stubEnv("TRASH_DAYS", "300");

  expect(await goneIn()).toEqual([300]);
  const late = manager.mutation(api.trash.restore, { itemId: photo?.id ?? "" });
  await expect(late).rejects.toMatchObject(refusal("not_found"));
  vi.useRealTimers();
  await expectWholeTrash(t);
  await expectConsistent(t);
});

test("ids of other tables and of nothing are no items [TRASH-01]", async () => {
  const { manager, removals, projectId, taskId } = await setupFull();
  await removals.task();

  for (const itemId of [projectId, taskId, "", "x".repeat(5000), "../trash"]) {
    for (const act of [api.trash.restore, api.trash.remove])
      await expect(manager.mutation(act, { itemId })).rejects.toMatchObject(refusal("not_found"));
  }
  expect((await manager.query(api.trash.list, {})).page).toHaveLength(1);
});
