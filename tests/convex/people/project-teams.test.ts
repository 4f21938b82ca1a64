import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { everything, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";

const alreadyAssigned = "Team member is already assigned to this project";

async function setupTeams() {
  const workspace = await setupWorkspace();
  const { manager, newProject } = workspace;
  const { projectId } = await newProject(["101"], "Maple Court");
  const other = await newProject(["1"], "Elm Court");

  async function newMember(firstName: string, fields: Record<string, unknown> = {}) {
    const person = { firstName, lastName: "Lee", email: "a@homes.test", role: "crew_member" };
    const { id } = await manager.mutation(api.teamMembers.create, { ...person, ...fields });
    return id;
  }
  const teamOf = async (project: string) =>
    (await manager.query(api.projectTeams.list, { projectId: project })).map(
      ({ firstName }) => firstName,
    );
  return { ...workspace, projectId, otherId: other.projectId, newMember, teamOf };
}

test("an assigned member is on the team with the assignment [TEAM-02] [DATA-24] [API-32]", async () => {
  const { manager, projectId, newMember } = await setupTeams();
  const teamMemberId = await newMember("Ann");

  const assignment = await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });

  expect(assignment).toEqual({
    id: expect.any(String) as string,
    ...{ projectId, teamMemberId, isActive: true },
    assignedAt: expect.any(String) as string,
  });
  const [member] = await manager.query(api.teamMembers.list, {});
  const { assignedProjects, ...fields } = member ?? {};
  expect(await manager.query(api.projectTeams.list, { projectId })).toEqual([
    { ...fields, assignmentId: assignment.id, assignedAt: assignment.assignedAt },
  ]);
  expect(assignedProjects).toEqual([{ id: projectId, name: "Maple Court" }]);
});

test("the project list follows assignments at once [PROJ-21] [PROJ-09]", async () => {
  const { manager, projectId, otherId, newMember } = await setupTeams();
  const teamMemberId = await newMember("Ann");
  const teams = async () => {
    const projects = await manager.query(api.projects.list, {});
    return Object.fromEntries(
      projects.map(({ id, teamMembers }) => [id, teamMembers.map((member) => member.id)]),
    );
  };

  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });
  expect(await teams()).toEqual({ [projectId]: [teamMemberId], [otherId]: [] });
  await manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId });
  expect(await teams()).toEqual({ [projectId]: [], [otherId]: [] });
});

test("a second assignment is refused and changes nothing [OP-33]", async () => {
  const { t, manager, projectId, newMember } = await setupTeams();
  const teamMemberId = await newMember("Ann");
  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });
  const before = await everything(t);

  const again = manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });

  await expect(again).rejects.toMatchObject(refusal("conflict", alreadyAssigned));
  expect(await everything(t)).toBe(before);
});

test("an inactive member is not assigned, one deactivated later stays on the team [OP-33]", async () => {
  const { t, manager, projectId, newMember, teamOf } = await setupTeams();
  const teamMemberId = await newMember("Ann", { isActive: false });
  const before = await everything(t);
  const assign = () => manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });

  const message = "Inactive team members cannot be assigned to projects";
  await expect(assign()).rejects.toMatchObject(refusal("conflict", message));
  expect(await everything(t)).toBe(before);

  await manager.mutation(api.teamMembers.update, { teamMemberId, isActive: true });
  await assign();
  await manager.mutation(api.teamMembers.update, { teamMemberId, isActive: false });
  expect(await teamOf(projectId)).toEqual(["Ann"]);
});

test("removing keeps the record as inactive; assigning again brings it back [OP-33] [TEAM-07]", async () => {
  const { t, manager, projectId, otherId, newMember, teamOf } = await setupTeams();
  const teamMemberId = await newMember("Ann");
  const first = await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });
  await manager.mutation(api.projectTeams.assign, { projectId: otherId, teamMemberId });

  const removed = await manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId });

  expect(removed).toEqual({ success: true });
  expect(await teamOf(projectId)).toEqual([]);
  expect(await teamOf(otherId)).toEqual(["Ann"]);
  expect(await manager.query(api.teamMembers.list, {})).toMatchObject([
    { id: teamMemberId, assignedProjects: [{ name: "Elm Court" }] },
  ]);
  const kept = await rowsOf(t, "projectTeamAssignments");
  expect(kept.map(({ _id, isActive }) => [_id, isActive])).toContainEqual([first.id, false]);

  const again = await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });
  expect(again).toMatchObject({ id: first.id, isActive: true });
  expect(await rowsOf(t, "projectTeamAssignments")).toHaveLength(2);
});

test("a member who is not on the team is not removed from it [TEAM-04]", async () => {
  const { t, manager, projectId, newMember } = await setupTeams();
  const teamMemberId = await newMember("Ann");
  const unassign = () => manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId });
  const refused = refusal("not_found", "Team member is not assigned to this project");

  await expect(unassign()).rejects.toMatchObject(refused);
  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });
  await unassign();
  const before = await everything(t);
  await expect(unassign()).rejects.toMatchObject(refused);
  expect(await everything(t)).toBe(before);
});

test("the team is listed by assignment, oldest first; a returned member comes last [API-32]", async () => {
  const { t, manager, projectId, newMember, teamOf } = await setupTeams();
  const ids = [await newMember("Cy"), await newMember("Ann"), await newMember("Bo")];
  for (const teamMemberId of ids) {
    await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });
  }
  await t.run(async (ctx) => {
    for (const [order, row] of (await ctx.db.query("projectTeamAssignments").collect()).entries()) {
      await ctx.db.patch("projectTeamAssignments", row._id, { assignedAt: 1000 + order });
    }
  });
  expect(await teamOf(projectId)).toEqual(["Cy", "Ann", "Bo"]);

  const teamMemberId = ids[0] ?? "";
  await manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId });
  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });

  expect(await teamOf(projectId)).toEqual(["Ann", "Bo", "Cy"]);
});

test("a resent key assigns once and answers as before [TEAM-02]", async () => {
  const { t, manager, projectId, newMember } = await setupTeams();
  const sent = { projectId, teamMemberId: await newMember("Ann"), key: "k" };

  const first = await manager.mutation(api.projectTeams.assign, sent);
  const again = await manager.mutation(api.projectTeams.assign, sent);

  expect(again).toEqual(first);
  expect(await rowsOf(t, "projectTeamAssignments")).toHaveLength(1);
});

test("a supervisor assigns to projects but does not change the pool [PERM-13] [OP-12]", async () => {
  const { t, supervisor, projectId, newMember, teamOf } = await setupTeams();
  const teamMemberId = await newMember("Ann");

  await supervisor.mutation(api.projectTeams.assign, { projectId, teamMemberId });
  expect(await teamOf(projectId)).toEqual(["Ann"]);
  expect(await supervisor.query(api.teamMembers.list, {})).toHaveLength(1);
  await supervisor.mutation(api.projectTeams.unassign, { projectId, teamMemberId });

  const before = await everything(t);
  const add = supervisor.mutation(api.teamMembers.create, {
    ...{ firstName: "Eva", lastName: "Roth", email: "eva@homes.test", role: "contractor" },
  });
  await expect(add).rejects.toMatchObject(refusal("forbidden"));
  expect(await everything(t)).toBe(before);
});

test("unknown projects have no team [TEAM-02]", async () => {
  const { manager, newMember } = await setupTeams();
  const sent = { projectId: "none", teamMemberId: await newMember("Ann") };

  for (const call of [
    () => manager.query(api.projectTeams.list, { projectId: "none" }),
    () => manager.mutation(api.projectTeams.assign, sent),
    () => manager.mutation(api.projectTeams.unassign, sent),
  ]) {
    await expect(call).rejects.toMatchObject(refusal("not_found", "Project not found"));
  }
});
