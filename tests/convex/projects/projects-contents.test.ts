import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { testWithLimits } from "../../support/test-with-limits.ts";
import { first, refusal, setupWorkspace } from "../../support/workspace.ts";

const none = { count: 0, isMore: false };

test("what would go with a project is counted: units, tasks, photos, notes, hours, its team [OP-21]", async () => {
  const { t, manager, newProject, templateIds } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(["101", "102"]);
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  await t.run(async (ctx) => {
    const at = Date.now();
    const times = { createdAt: at, updatedAt: at };
    const storageId = await ctx.storage.store(new Blob(["picture"]));
    const photo = { projectId, storageId, type: "before" as const, photoDate: at, createdAt: at };
    for (const unitId of unitIds) {
      await ctx.db.insert("photos", { ...photo, unitId, filename: `${unitId}.png` });
      await ctx.db.insert("unitNotes", { unitId, userId: manager.userId, content: "n", ...times });
    }
    const time = { projectId, userId: manager.userId, startTime: at, date: at, ...times };
    await ctx.db.insert("timeEntries", { ...time, totalHours: 2.5 });
    await ctx.db.insert("timeEntries", { ...time, unitId: first(unitIds), totalHours: 8 });
    await ctx.db.insert("timeEntries", time);
    const company = { projectId, companyName: "Roofs", isActive: true, createdAt: at };
    await ctx.db.insert("contractors", company);
    const teamMemberId = await ctx.db.insert("teamMembers", {
      ...{ createdBy: manager.userId, firstName: "A", lastName: "B", role: "crew_member" },
      ...{ isActive: true, createdAt: at },
    });
    const assignment = { projectId, teamMemberId, assignedAt: at };
    await ctx.db.insert("projectTeamAssignments", { ...assignment, isActive: true });
    await ctx.db.insert("projectTeamAssignments", { ...assignment, isActive: false });
  });

  expect(await manager.query(api.projects.contents, { projectId })).toEqual({
    ...{ units: 2, tasks: 6, photos: { ...none, count: 2 }, notes: { ...none, count: 2 } },
    ...{ hours: { ...none, count: 10.5 }, teamMembers: { ...none, count: 1 } },
    contractors: { ...none, count: 1 },
  });
});

test("what is too much to count says that there is more [OP-21]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(["101", "102"]);
  await t.run(async (ctx) => {
    const note = { userId: manager.userId, content: "n", createdAt: 1, updatedAt: 1 };
    for (let index = 0; index < 1001; index++) {
      await ctx.db.insert("unitNotes", { ...note, unitId: first(unitIds) });
    }
  });

  const contents = await manager.query(api.projects.contents, { projectId });

  expect(contents.notes).toEqual({ count: 1000, isMore: true });
  expect(contents.photos).toEqual(none);
});

testWithLimits(
  "long notes and long time entries are counted as far as they can be read [OP-21] [LIMIT-09]",
  async () => {
    const { t, manager, newProject } = await setupWorkspace();
    const { projectId, unitIds } = await newProject(["101", "102"]);
    const long = "x".repeat(900_000);
    for (let count = 0; count < 20; count += 1)
      await t.run(async ({ db }) => {
        const times = { createdAt: 1, updatedAt: 1, userId: manager.userId };
        await db.insert("unitNotes", { ...times, unitId: first(unitIds), content: long });
        const entry = { projectId, startTime: 1, date: 1, totalHours: 1, description: long };
        await db.insert("timeEntries", { ...times, ...entry });
      });

    const contents = await manager.query(api.projects.contents, { projectId });

    expect(contents).toMatchObject({
      notes: { count: 2, isMore: true },
      hours: { count: 2, isMore: true },
      photos: none,
    });
  },
);

test("photos and notes of a project with very many units are counted in its first units [OP-21]", async () => {
  const { manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject(Array.from({ length: 301 }, (_, index) => String(index)));

  const contents = await manager.query(api.projects.contents, { projectId });

  expect(contents).toMatchObject({ units: 301, photos: { count: 0, isMore: true } });
  const unknown = manager.query(api.projects.contents, { projectId: "none" });
  await expect(unknown).rejects.toMatchObject(refusal("not_found"));
});
