import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { CountChanges } from "../../../convex/model/numbers/counts.ts";
import { insertTask } from "../../../convex/model/tasks/taskWrites.ts";
import { testWithLimits } from "../../support/test-with-limits.ts";
import { type Engine, first, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";

const quarter = 15 * 60_000;
const most = 500;

/** Adds `most` completed tasks, spread evenly over the units. Each task has its own quarter of an hour. */
async function addTasks(
  t: Engine,
  { projectId, unitIds }: { projectId: Id<"projects">; unitIds: readonly Id<"units">[] },
) {
  return await t.run(async (ctx) => {
    const counts = new CountChanges();
    const ids: Id<"tasks">[] = [];
    for (let at = 0; at < most; at++) {
      const unitId = unitIds[at % unitIds.length] ?? first(unitIds);
      const startDate = at * 3 * quarter;
      const id = await insertTask(ctx, counts, {
        ...{ projectId, unitId, name: `Paint ${at}`, status: "completed", sortOrder: at },
        ...{ startDate, completionDate: startDate + quarter, createdAt: 0, updatedAt: 0 },
      });
      ids.push(id);
    }
    await counts.apply(ctx);
    return ids;
  });
}

function names(count: number) {
  return Array.from({ length: count }, (_, at) => `${at + 100}`);
}

async function setupMany(units: number) {
  const workspace = await setupWorkspace();
  const { projectId, unitIds } = await workspace.newProject(names(units));
  const taskIds = await addTasks(workspace.t, { projectId, unitIds });
  const person = { firstName: "Ben", lastName: "Crew", email: "ben@crew.test" };
  const { id: crewMemberId } = await workspace.manager.mutation(api.teamMembers.create, {
    ...{ ...person, role: "crew_member" },
  });
  await workspace.manager.mutation(api.projectTeams.assign, {
    ...{ projectId, teamMemberId: crewMemberId },
  });
  return { ...workspace, projectId, unitIds, taskIds, crewMemberId };
}

testWithLimits(
  "500 tasks of 500 units, and these units, are deleted in one transaction [QUICK-03]",
  async () => {
    const { t, manager, taskIds, unitIds } = await setupMany(most);
    const done = { status: "completed", startDate: "2026-03-02", moveOutDate: "2026-03-01" };
    await manager.mutation(api.units.updateMany, { ids: unitIds, set: done });
    await expect(manager.mutation(api.tasks.removeMany, { ids: taskIds })).rejects.toMatchObject(
      refusal("invalid"),
    );
    const open = { ids: unitIds.slice(100), set: { status: "in_progress" } };
    await manager.mutation(api.units.updateMany, open);

    const { deleted } = await manager.mutation(api.tasks.removeMany, { ids: taskIds });
    const units = await manager.mutation(api.units.removeMany, { ids: unitIds });

    expect([deleted, units.deleted]).toEqual([most, most]);
    expect(await rowsOf(t, "units")).toEqual([]);
  },
);

testWithLimits("500 tasks of one unit are changed in one transaction [QUICK-03]", async () => {
  const { manager, taskIds, crewMemberId } = await setupMany(1);
  const assignedToId = manager.userId;
  const set = { status: "not_started", blockedReason: "parts", crewMemberId, assignedToId };

  const reopened = await manager.mutation(api.tasks.updateMany, { ids: taskIds, set });
  const done = { status: "completed", completionDate: "2026-03-04" };
  const completed = await manager.mutation(api.tasks.updateMany, { ids: taskIds, set: done });

  expect([reopened.updated, completed.updated]).toEqual([most, most]);
});

testWithLimits(
  "500 tasks of 500 completed units, and these units, are changed in one transaction [QUICK-03]",
  async () => {
    const { manager, taskIds, unitIds, crewMemberId } = await setupMany(most);
    const assignedToId = manager.userId;
    const done = { status: "completed", startDate: "2026-03-02", moveOutDate: "2026-03-01" };
    await manager.mutation(api.units.updateMany, { ids: unitIds, set: done });

    const set = { status: "not_started", blockedReason: "parts", crewMemberId, assignedToId };
    const reopened = await manager.mutation(api.tasks.updateMany, { ids: taskIds, set });
    await manager.mutation(api.tasks.updateMany, { ids: taskIds, set: { status: "in_progress" } });
    const open = { status: "in_progress", blockedReason: "vendor", monthlyRent: 1200 };
    const units = await manager.mutation(api.units.updateMany, { ids: unitIds, set: open });

    expect([reopened.updated, units.updated]).toEqual([most, most]);
    expect(units.items.at(-1)).toMatchObject({ waitingFor: "vendor", monthlyRent: 1200 });
  },
);

test("an act on one record is an act on many too [QUICK-03]", async () => {
  const { manager, newUnitWithTasks } = await setupWorkspace();
  const { unitId, taskIds } = await newUnitWithTasks();
  const ids = taskIds.slice(0, 1);

  const { updated } = await manager.mutation(api.tasks.updateMany, {
    ...{ ids, set: { status: "completed" } },
  });
  const { deleted } = await manager.mutation(api.tasks.removeMany, { ids });

  expect([updated, deleted]).toEqual([1, 1]);
  expect(await manager.query(api.tasks.list, { unitId })).toHaveLength(taskIds.length - 1);
});
