import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { expectConsistent } from "../../support/consistency.ts";
import { first, rowsOf, setupWorkspace } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a project that was not counted of its own is changed and deleted like any other [OP-21]", async () => {
  const { t, manager, newUnitWithTasks } = await setupWorkspace();
  const { projectId, taskIds } = await newUnitWithTasks();
  const [one = "", two = ""] = taskIds;
  for (const taskId of [one, two]) {
    await manager.mutation(api.tasks.update, { taskId, dueDate: "2026-03-02" });
  }
  await t.run(async ({ db }) => {
    for (const row of await db.query("tallies").collect())
      if (row.projectId !== undefined) await db.delete("tallies", row._id);
  });

  await manager.mutation(api.tasks.update, { taskId: one, dueDate: "2026-03-09" });
  await manager.mutation(api.projects.remove, { projectId });

  expect(await rowsOf(t, "tallies")).toEqual([]);
  await expectConsistent(t);
});

test("a removal that an earlier version began is shown as failed and can be tried again [OP-21]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject(["101"]);
  vi.useFakeTimers();
  await t.run(async ({ db }) => {
    await db.delete("projects", projectId);
    const run = { projectId, name: "Maple Court", unitCount: 1, removedUnits: 0 };
    await db.insert("projectRemovals", run);
  });

  const { id: removalId, status } = first(await manager.query(api.projects.removals, {}));
  await manager.mutation(api.projects.retryRemoval, { removalId });
  await t.finishAllScheduledFunctions(vi.runAllTimers);

  expect(status).toBe("failed");
  expect(await rowsOf(t, "units")).toEqual([]);
  expect(await manager.query(api.projects.removals, {})).toEqual([]);
});

test("people stored with an address that would be refused now are listed, changed and removed [OP-05]", async () => {
  const { t, admin } = await setupWorkspace();
  const email = "Éva, Ann@x@homes.test";
  const userId = await t.run(async ({ db }) => {
    const person = { email, firstName: "Éva", lastName: "Able", createdAt: 1 };
    const id = await db.insert("users", { ...person, updatedAt: 1, role: "project_supervisor" });
    const membership = { role: "crew_member", isActive: true, createdBy: id } as const;
    await db.insert("teamMembers", { ...person, ...membership });
    return id;
  });
  const [member] = await admin.query(api.teamMembers.list, {});

  const listed = await admin.query(api.users.list, {});
  await admin.mutation(api.users.changeRole, { userId, role: "project_manager" });
  await admin.mutation(api.users.remove, { userId });
  const changed = await admin.mutation(api.teamMembers.update, {
    teamMemberId: member?.id ?? "",
    firstName: "Eva",
  });

  expect(listed.map((user) => user.email)).toContain(email);
  expect([changed.firstName, changed.email]).toEqual(["Eva", email]);
});
