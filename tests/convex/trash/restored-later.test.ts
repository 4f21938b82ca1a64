import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { expectConsistent } from "../../support/consistency.ts";
import { setupFull } from "../../support/full-workspace.ts";
import { setupHttpDoor } from "../../support/http-door.ts";
import { fileOf } from "../../support/photo-files.ts";
import { expectWholeTrash } from "../../support/whole-trash.ts";
import { first, storedRowsOf } from "../../support/workspace.ts";

beforeEach(() => {
  vi.stubEnv("COMPANY_DOMAIN", "homes.test");
  vi.stubEnv("SITE_URL", "https://turnboard.test");
});

test.each(["photo", "unit", "project"] as const)(
  "the file of a photo answers 404 from its deletion on, is there again with it, and gone for good with it: %s [TRASH-01]",
  async (kind) => {
    const { t, doors, manager, newProject } = await setupHttpDoor();
    const { projectId, unitIds } = await newProject(["101"]);
    const unitId = first(unitIds);
    const bytes = fileOf("png", 100);
    const photoId = await t.run(async (ctx) => {
      const storageId = await ctx.storage.store(new Blob([bytes], { type: "image/png" }));
      return await ctx.db.insert("photos", {
        ...{ unitId, projectId, type: "progress", photoDate: 1, createdAt: 1, storageId },
        ...{ filename: "a1.png", originalName: "a.png", mimeType: "image/png" },
      });
    });
    const { headers } = doors.supervisor;
    const file = async () => await t.fetch("/api/photos/a1.png", { headers });
    const remove = async () => {
      if (kind === "photo") await manager.mutation(api.photos.remove, { photoId });
      if (kind === "unit") await manager.mutation(api.units.remove, { unitId });
      if (kind === "project") await manager.mutation(api.projects.remove, { projectId });
    };
    const itemId = async () => first(await storedRowsOf(t, "trash"))._id;
    const files = async () =>
      await t.run(async (ctx) => (await ctx.db.system.query("_storage").collect()).length);

    await remove();
    expect((await file()).status).toBe(404);
    await manager.mutation(api.trash.restore, { itemId: await itemId() });
    expect(new Uint8Array(await (await file()).arrayBuffer())).toEqual(bytes);
    await remove();
    expect(await files()).toBe(1);
    await manager.mutation(api.trash.remove, { itemId: await itemId() });

    expect((await file()).status).toBe(404);
    expect(await files()).toBe(0);
  },
);

test("records whose names were given anew meanwhile come back beside the new ones [TRASH-01]", async () => {
  const { t, manager, projectId, unitId, taskId, removals, templateIds } = await setupFull();
  const [task] = (await manager.query(api.tasks.list, { unitId })).filter(
    ({ id }) => id === taskId,
  );
  await removals.task();
  const anew = await manager.mutation(api.tasks.assignToUnit, {
    ...{ unitId, templateIds: templateIds.slice(0, 1) },
  });
  await removals.unit();
  await manager.mutation(api.units.create, { projectId, units: ["101"] });
  await removals.project();
  await manager.mutation(api.projects.create, { name: "Maple Court", units: ["101"] });
  for (const kind of ["project", "unit", "task"] as const) {
    const { page } = await manager.query(api.trash.list, { kind });
    await manager.mutation(api.trash.restore, { itemId: first(page).id });
  }

  const names = (await manager.query(api.tasks.list, { unitId })).map(({ name }) => name);
  expect(names.filter((name) => name === task?.name)).toHaveLength(1 + anew.length);
  const units = await manager.query(api.units.list, { projectId });
  expect(units.filter(({ name }) => name === "101").map(({ id }) => id)).toContain(unitId);
  expect(units.filter(({ name }) => name === "101")).toHaveLength(2);
  await expectWholeTrash(t);
  await expectConsistent(t);
});

test("a project comes back without the people who have left meanwhile [TRASH-01]", async () => {
  const workspace = await setupFull();
  const { t, admin, manager, removals, projectId, unitId, taskId, teamMemberId, userId } =
    workspace;
  const tasks = await manager.query(api.tasks.list, { unitId });
  const open = first(tasks.filter(({ id }) => id !== taskId)).id;
  const given = { assignedToId: userId, crewMemberId: teamMemberId };
  await manager.mutation(api.tasks.update, { taskId: open, ...given });
  await removals.project();

  await manager.mutation(api.teamMembers.remove, { teamMemberId });
  await admin.mutation(api.users.remove, { userId });
  await t.finishInProgressScheduledFunctions();
  const itemId = first(await storedRowsOf(t, "trash"))._id;
  await manager.mutation(api.trash.restore, { itemId });

  expect(await manager.query(api.projectTeams.list, { projectId })).toEqual([]);
  const back = await manager.query(api.tasks.list, { unitId });
  expect(back.find(({ id }) => id === open)).toMatchObject({
    ...{ assignedToId: null, assignedToName: null, crewMemberId: null, crewMemberName: null },
  });
  // Completed work keeps the name of the person who did it.
  expect(back.find(({ id }) => id === taskId)).toMatchObject({
    ...{ crewMemberId: null, crewMemberName: "Ann Lee" },
  });
  await expectWholeTrash(t);
  await expectConsistent(t);
});
