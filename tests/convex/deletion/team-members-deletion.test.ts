import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { testWithLimits } from "../../support/test-with-limits.ts";
import { everything, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

const person = { firstName: "Ann", lastName: "Lee", email: "a@homes.test", role: "crew_member" };

async function setupMember() {
  const workspace = await setupWorkspace();
  const { t, manager, newProject } = workspace;
  const { projectId } = await newProject(["101"]);
  const { id: teamMemberId } = await manager.mutation(api.teamMembers.create, person);

  /** Time that was recorded for a member. */
  async function recordTime(count: number, memberId: Id<"teamMembers">) {
    const at = Date.now();
    await t.run(async (ctx) => {
      for (let entry = 0; entry < count; entry++) {
        await ctx.db.insert("timeEntries", {
          ...{ projectId, userId: manager.userId, teamMemberId: memberId, startTime: at, date: at },
          ...{ createdAt: at, updatedAt: at },
        });
      }
    });
  }
  const timeOwners = async () =>
    (await rowsOf(t, "timeEntries")).map((entry) => entry.teamMemberId ?? null);
  return { ...workspace, projectId, teamMemberId, recordTime, timeOwners };
}

test("a member of a team is not deleted until removed from it [POOL-10]", async () => {
  const { t, manager, projectId, teamMemberId } = await setupMember();
  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });
  const before = await everything(t);

  const remove = () => manager.mutation(api.teamMembers.remove, { teamMemberId });
  await expect(remove()).rejects.toMatchObject(
    refusal("conflict", "Cannot delete team member assigned to projects"),
  );
  expect(await everything(t)).toBe(before);

  await manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId });
  expect(await remove()).toEqual({ success: true });
  expect(await manager.query(api.teamMembers.list, {})).toEqual([]);
  await expect(remove()).rejects.toMatchObject(refusal("not_found", "Team member not found"));
});

test("deleting a member takes old assignments along and leaves the time without a member [DATA-24] [TIME-19]", async () => {
  const { t, manager, projectId, teamMemberId, recordTime, timeOwners } = await setupMember();
  const { id: other } = await manager.mutation(api.teamMembers.create, person);
  await recordTime(2, teamMemberId);
  await recordTime(1, other);
  for (const id of [teamMemberId, other]) {
    await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId: id });
  }
  await manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId });

  await manager.mutation(api.teamMembers.remove, { teamMemberId });

  expect(await timeOwners()).toEqual([null, null, other]);
  const assignments = await rowsOf(t, "projectTeamAssignments");
  expect(assignments.map((row) => row.teamMemberId)).toEqual([other]);
  const events = (await rowsOf(t, "events")).filter(({ kind }) => kind.startsWith("member."));
  expect(events.at(-1)).toMatchObject({ kind: "member.removed", label: "Ann Lee", teamMemberId });
});

test("deleting a project frees its members [DATA-24]", async () => {
  const { t, manager, projectId, teamMemberId } = await setupMember();
  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });

  await manager.mutation(api.projects.remove, { projectId });

  expect(await manager.query(api.teamMembers.list, {})).toMatchObject([{ assignedProjects: [] }]);
  await manager.mutation(api.teamMembers.remove, { teamMemberId });
  expect(await rowsOf(t, "projectTeamAssignments")).toEqual([]);
});

test("a deleted project holds nobody, even before its assignments are gone [POOL-10]", async () => {
  const { t, manager, projectId, teamMemberId } = await setupMember();
  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });
  await t.run(async (ctx) => await ctx.db.delete("projects", projectId));

  expect(await manager.query(api.teamMembers.list, {})).toMatchObject([{ assignedProjects: [] }]);
  await manager.mutation(api.teamMembers.remove, { teamMemberId });
  expect(await rowsOf(t, "projectTeamAssignments")).toEqual([]);
});

test("a long history of time loses its member in steps [TIME-19]", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const { t, manager, teamMemberId, recordTime, timeOwners } = await setupMember();
  await recordTime(1100, teamMemberId);

  await manager.mutation(api.teamMembers.remove, { teamMemberId });

  expect((await timeOwners()).filter((owner) => owner !== null)).toHaveLength(100);
  await t.finishAllScheduledFunctions(vi.runAllTimers);
  expect((await timeOwners()).filter((owner) => owner !== null)).toEqual([]);
});

testWithLimits(
  "a member is deleted who has many tasks and time entries with long texts [DATA-24] [LIMIT-09]",
  async () => {
    const { t, manager, projectId, teamMemberId, timeOwners } = await setupMember();
    await manager.mutation(api.units.create, { projectId, units: ["102"] });
    const units = await rowsOf(t, "units");
    const long = "x".repeat(900_000);
    const work = { hours: 0, due: [], blocks: [], people: [{ person: teamMemberId, tasks: 5 }] };
    for (const { _id } of units)
      await t.run(async ({ db }) => await db.patch("units", _id, { openWork: work }));
    for (let sortOrder = 0; sortOrder < 10; sortOrder += 1)
      await t.run(async ({ db }) => {
        const times = { createdAt: 0, updatedAt: 0 };
        const task = {
          projectId,
          unitId: units[sortOrder % 2]!._id,
          sortOrder,
          status: "not_started" as const,
        };
        const crew = { crewMemberId: teamMemberId, description: long };
        await db.insert("tasks", { ...task, ...crew, ...times, name: `${sortOrder}` });
        const date = sortOrder * 86_400_000;
        const entry = { projectId, userId: manager.userId, teamMemberId, startTime: date, date };
        await db.insert("timeEntries", { ...entry, ...times, description: long });
      });
    vi.useFakeTimers();

    await manager.mutation(api.teamMembers.remove, { teamMemberId });
    await t.finishAllScheduledFunctions(vi.runAllTimers);

    expect(new Set(await timeOwners())).toEqual(new Set([null]));
    const given = await t.run(async ({ db }) => {
      const tasks = db
        .query("tasks")
        .withIndex("crewMemberId_status_projectId", (q) => q.eq("crewMemberId", teamMemberId));
      return await tasks.take(1);
    });
    expect(given).toEqual([]);
  },
);
