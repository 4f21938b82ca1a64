import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { insertMember } from "../../support/team.ts";
import { everything, first, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";

const shift = {
  startTime: "2025-07-14T07:00:00.000Z",
  endTime: "2025-07-14T16:00:00.000Z",
  date: "2025-07-14",
};

/** Sets up an entry of the supervisor for Ana Silva in unit 101, with functions that change it. */
async function setupEntry(fields: object = {}) {
  const workspace = await setupWorkspace();
  const { t, manager, supervisor, newProject } = workspace;
  const { projectId, unitIds } = await newProject(["101", "102"]);
  const unitId = first(unitIds);
  const teamMemberId = await insertMember(t, manager.userId, "Ana", "Silva");
  const add = async (more: object = {}) =>
    await supervisor.mutation(api.timeEntries.create, {
      ...{ projectId, unitId, teamMemberId, ...shift },
      ...more,
    });
  const entry = await add(fields);
  const update = async (sent: object, caller = supervisor) =>
    await caller.mutation(api.timeEntries.update, { timeEntryId: entry.id, ...sent });
  const list = async () => await manager.query(api.timeEntries.list, { projectId });
  const activity = async () => {
    const { recentActivity } = await manager.query(api.dashboard.summary, {});
    return recentActivity.map(({ type, description, unitNumber }) => ({
      ...{ type, description, unitNumber },
    }));
  };
  return { ...workspace, projectId, unitIds, teamMemberId, entry, add, update, list, activity };
}

test("only what is sent changes, and the hours with it [TIME-09, API-46]", async () => {
  const { t, manager, unitIds, entry, update, list } = await setupEntry();
  const teamMemberId = await insertMember(t, manager.userId, "Ben", "Ito");

  const ended = await update({ endTime: "2025-07-14T14:30:00Z" });
  expect(ended).toEqual({
    ...{ ...entry, endTime: "2025-07-14T14:30:00.000Z", totalHours: "6.50" },
    updatedAt: ended.updatedAt,
  });
  const moved = await update({ unitId: unitIds[1], teamMemberId, date: "2025-07-15" });
  expect(moved).toMatchObject({
    ...{ unitId: unitIds[1], teamMemberId, date: "2025-07-15T12:00:00.000Z" },
    ...{ totalHours: "6.50", userId: entry.userId, createdAt: entry.createdAt },
  });
  const emptied = await update({ unitId: null, teamMemberId: "", endTime: null, description: "" });
  expect(emptied).toMatchObject({ unitId: null, teamMemberId: null, endTime: null });
  expect(emptied).toMatchObject({ totalHours: null, description: null });
  expect(await list()).toEqual([emptied]);
});

test.each([
  ["an empty start [TIME-15]", { startTime: "" }],
  ["an empty date [DATA-33]", { date: null }],
  ["an end that is none [OP-30]", { endTime: "16:00" }],
  ["more than 999.99 hours [OP-34]", { endTime: "2025-09-14T16:00:00Z" }],
  ["an unknown member [OP-34]", { teamMemberId: "none" }],
  ["an unknown unit [OP-34]", { unitId: "none" }],
])("%s is no change to accept", async (_, sent) => {
  const { t, update } = await setupEntry();
  const before = await everything(t);

  await expect(update(sent)).rejects.toMatchObject(refusal("invalid"));
  expect(await everything(t)).toBe(before);
});

test("an entry moves to another project only without its old unit [API-46]", async () => {
  const { t, newProject, update, list } = await setupEntry();
  const other = await newProject(["201"], "Oak Court");
  const before = await everything(t);

  const { projectId } = other;
  await expect(update({ projectId })).rejects.toMatchObject(refusal("invalid"));
  expect(await everything(t)).toBe(before);
  const unitId = first(other.unitIds);
  expect(await update({ projectId, unitId })).toMatchObject({ projectId, unitId });
  expect(await list()).toEqual([]);
  await expect(update({ projectId: "none" })).rejects.toMatchObject(refusal("not_found"));
});

test("the recording user stays, and only managers put another one in [OP-34]", async () => {
  const { manager, supervisor, entry, update } = await setupEntry();

  await expect(update({ userId: manager.userId })).rejects.toMatchObject(refusal("forbidden"));
  expect((await update({ description: "by a manager" }, manager)).userId).toBe(entry.userId);
  expect((await update({ userId: manager.userId }, manager)).userId).toBe(manager.userId);
  // Sending the current value is no change.
  expect((await update({ userId: manager.userId })).userId).toBe(manager.userId);
  expect((await update({ userId: supervisor.userId })).userId).toBe(supervisor.userId);
});

test("saving an entry as it was changes nothing [TIME-09]", async () => {
  const { t, entry, update } = await setupEntry();
  const before = await everything(t);

  const { startTime, endTime, date, unitId, teamMemberId } = entry;
  expect(await update({ startTime, endTime, date, unitId, teamMemberId })).toEqual(entry);
  expect(await everything(t)).toBe(before);
});

test("a removed entry is gone, and gone for good [TIME-18, API-47]", async () => {
  const { supervisor, entry, list } = await setupEntry();

  const sent = { timeEntryId: entry.id };
  expect(await supervisor.mutation(api.timeEntries.remove, sent)).toEqual({ success: true });
  expect(await list()).toEqual([]);
  for (const call of [api.timeEntries.remove, api.timeEntries.update] as const) {
    await expect(supervisor.mutation(call, sent)).rejects.toMatchObject(refusal("not_found"));
  }
});

test("recent activity says who logged how much, with 1 decimal [OP-29, DASH-15]", async () => {
  const { add, activity } = await setupEntry();
  await add({ teamMemberId: null, unitId: null, endTime: "2025-07-14T12:15:00Z" });

  expect(await activity()).toEqual([
    {
      ...{ type: "time_entry", unitNumber: null },
      description: expect.stringMatching(/^Person \d+ logged 4\.3 hours$/) as string,
    },
    { type: "time_entry", description: "Ana Silva logged 8.0 hours", unitNumber: "101" },
  ]);
});

test("an open shift is listed once it has hours [OP-29]", async () => {
  const { update, activity } = await setupEntry({ endTime: null });
  expect(await activity()).toEqual([]);

  await update({ endTime: shift.endTime });

  expect(await activity()).toMatchObject([{ description: "Ana Silva logged 8.0 hours" }]);
});

test("recent activity lists an entry once, as it is now [OP-29]", async () => {
  const { t, unitIds, update, activity } = await setupEntry();

  await update({ endTime: "2025-07-14T12:00:00Z" });
  await update({ unitId: unitIds[1] });
  await update({ description: "Walls" });

  expect(await activity()).toEqual([
    { type: "time_entry", description: "Ana Silva logged 4.0 hours", unitNumber: "102" },
  ]);
  const events = await rowsOf(t, "events");
  expect(events.filter(({ kind }) => kind === "time.updated")).toHaveLength(3);
  await update({ endTime: null });
  expect(await activity()).toEqual([]);
});

test("what was logged disappears with its entry, its unit or its project [OP-29]", async () => {
  const { supervisor, manager, projectId, unitIds, entry, add, activity } = await setupEntry();
  await add({ unitId: unitIds[1] });
  await add({ unitId: null });
  expect(await activity()).toHaveLength(3);

  await supervisor.mutation(api.timeEntries.remove, { timeEntryId: entry.id });
  expect(await activity()).toHaveLength(2);
  await manager.mutation(api.units.remove, { unitId: unitIds[1] ?? "" });
  expect(await activity()).toMatchObject([{ unitNumber: null }]);
  await manager.mutation(api.projects.remove, { projectId });
  expect(await activity()).toEqual([]);
});

test("the entries of a removed unit are gone, those of others stay [DATA-30]", async () => {
  const { manager, unitIds, add, list } = await setupEntry();
  const other = await add({ unitId: unitIds[1] });

  await manager.mutation(api.units.remove, { unitId: first(unitIds) });

  expect(await list()).toEqual([other]);
});
