import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { expectConsistent } from "../../support/consistency.ts";
import { everything, first, rowsOf, setupWorkspace, signIn } from "../../support/workspace.ts";

const crew = { firstName: "Ana", lastName: "Silva", email: "ana@homes.test", role: "crew_member" };

/** A task of a project whose team has one member. */
async function setupTask() {
  const workspace = await setupWorkspace({ templates: 1 });
  const { manager } = workspace;
  const { projectId, unitId, taskIds } = await workspace.newUnitWithTasks();
  const taskId = first(taskIds);
  const { id: teamMemberId } = await manager.mutation(api.teamMembers.create, crew);
  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });
  const update = async (sent: Record<string, string | null>) =>
    await manager.mutation(api.tasks.update, { taskId, ...sent });
  const read = async () => first(await manager.query(api.tasks.list, { unitId }));
  return { ...workspace, projectId, unitId, taskId, teamMemberId, update, read };
}

test("a task is given to a person and to a member of the team, and taken off them [WHO-01]", async () => {
  const { supervisor, teamMemberId, update, read } = await setupTask();

  const given = await update({ assignedToId: supervisor.userId, crewMemberId: teamMemberId });

  expect(given).toMatchObject({
    assignedToId: supervisor.userId,
    assignedToName: expect.stringMatching(/^Person \d/),
    crewMemberId: teamMemberId,
    crewMemberName: "Ana Silva",
  });
  expect(await read()).toEqual(given);
  const nobody = { assignedToId: null, assignedToName: null };
  expect(await update({ assignedToId: null })).toMatchObject({
    ...nobody,
    crewMemberName: "Ana Silva",
  });
  const noMember = { crewMemberId: null, crewMemberName: null };
  expect(await update({ crewMemberId: null })).toMatchObject({ ...nobody, ...noMember });
});

test("history tells the names of who had a task and who has it [WHO-01]", async () => {
  const { t, admin, taskId, teamMemberId, update } = await setupTask();
  await update({ crewMemberId: teamMemberId });
  await update({ crewMemberId: null, assignedToId: admin.userId });

  const events = (await rowsOf(t, "events")).filter(
    (event) => event.taskId === taskId && event.kind === "task.updated",
  );

  const member = { field: "crewMemberId" };
  expect(events[0]?.changes).toEqual([
    { ...member, from: null, to: teamMemberId, toName: "Ana Silva" },
  ]);
  expect(events[1]?.changes).toContainEqual({
    ...{ ...member, from: teamMemberId, fromName: "Ana Silva", to: null },
  });
  expect(events[1]?.changes?.find(({ field }) => field === "assignedToId")?.toName).toMatch(
    /^Person/,
  );
});

test("somebody who is not active on the project is refused and nothing changes [WHO-01]", async () => {
  const { t, admin, manager, projectId, teamMemberId, update } = await setupTask();
  const noRole = await signIn(t, "guest");
  const gone = await signIn(t, "project_supervisor");
  await admin.mutation(api.users.remove, { userId: gone.userId });
  const other = { ...crew, firstName: "Bo", email: "bo@homes.test" };
  const { id: notOnTeam } = await manager.mutation(api.teamMembers.create, other);
  const off = { ...crew, firstName: "Cy", email: "cy@homes.test" };
  const { id: inactive } = await manager.mutation(api.teamMembers.create, off);
  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId: inactive });
  await manager.mutation(api.teamMembers.update, { teamMemberId: inactive, isActive: false });
  const before = await everything(t);

  for (const [field, ids] of [
    ["assignedToId", ["", "nobody", teamMemberId, noRole.userId, gone.userId]],
    ["crewMemberId", ["", "nobody", admin.userId, notOnTeam, inactive]],
  ] as const) {
    for (const id of ids) {
      const call = update({ [field]: id });
      await expect(call, `${field} ${id}`).rejects.toMatchObject({
        data: { code: "invalid", errors: [{ path: field }] },
      });
    }
  }
  expect(await everything(t)).toBe(before);
});

test("a completed task tells who completed it until it is set back [WHO-02]", async () => {
  const { manager, supervisor, taskId, update, read } = await setupTask();

  const done = { taskId, status: "completed" };
  await supervisor.mutation(api.tasks.update, done);
  expect(await update({ status: "completed" })).toMatchObject({
    completedBy: supervisor.userId,
    completedByName: expect.stringMatching(/^Person \d/),
  });
  await update({ status: "in_progress" });
  expect(await read()).toMatchObject({ completedBy: null, completedByName: null });
  await update({ completionDate: "2025-07-01" });
  expect(await read()).toMatchObject({ completedBy: manager.userId });
});

test("everyone who may be given a task is listed by name, without email addresses [WHO-01]", async () => {
  const { t, admin, supervisor } = await setupWorkspace();
  await signIn(t, "project_manager", { firstName: "ann", lastName: "Zoe" });
  await signIn(t, "project_manager", { firstName: "Ann", lastName: "Abel" });
  await signIn(t, "guest", { firstName: "Aaron" });
  const gone = await signIn(t, "project_manager", { firstName: "Abe" });
  await admin.mutation(api.users.remove, { userId: gone.userId });

  const people = await supervisor.query(api.people.list, {});

  expect(people.map(({ firstName }) => firstName)).toEqual([
    ...["Ann", "ann", "Person", "Person", "Person"],
  ]);
  expect(people.slice(0, 2).map(({ lastName }) => lastName)).toEqual(["Abel", "Zoe"]);
  expect(Object.keys(first(people)).sort()).toEqual([
    ...["firstName", "id", "lastName", "profileImageUrl"],
  ]);
});

test("a unit names the people who have its open tasks, who has the most first [WHO-01]", async () => {
  const workspace = await setupWorkspace({ templates: 3 });
  const { admin, manager, supervisor } = workspace;
  const { projectId, unitId, taskIds } = await workspace.newUnitWithTasks();
  const [one = "", two = "", three = ""] = taskIds;
  const { id: crewMemberId } = await manager.mutation(api.teamMembers.create, crew);
  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId: crewMemberId });
  const read = async () => first(await manager.query(api.units.list, { projectId }));
  const { userId: assignedToId } = supervisor;

  await manager.mutation(api.tasks.update, { taskId: one, assignedToId, crewMemberId });
  await manager.mutation(api.tasks.update, { taskId: two, crewMemberId });
  await manager.mutation(api.tasks.update, { taskId: three, assignedToId: admin.userId });
  const named = [expect.stringMatching(/^Person/), expect.stringMatching(/^Person/)];
  expect((await read()).givenTo).toEqual(["Ana Silva", ...named]);
  expect(await manager.query(api.units.get, { unitId })).toEqual(await read());

  await manager.mutation(api.tasks.update, { taskId: three, status: "completed" });
  for (const taskId of [one, two])
    await manager.mutation(api.tasks.update, { taskId, crewMemberId: null });
  expect((await read()).givenTo).toEqual([expect.stringMatching(/^Person/)]);
  await expectConsistent(workspace.t);
});

test("the units at risk say who has their open tasks [WHO-01] [TURN-10]", async () => {
  const { manager, unitId, teamMemberId, update } = await setupTask();
  await update({ crewMemberId: teamMemberId });
  await manager.mutation(api.units.update, { unitId, readyByDate: "2020-01-02" });

  const { unitsAtRisk } = await manager.query(api.analytics.risk, {});

  expect(unitsAtRisk.map(({ givenTo }) => givenTo)).toEqual([["Ana Silva"]]);
});
