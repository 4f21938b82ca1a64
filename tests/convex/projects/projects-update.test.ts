import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { testWithLimits } from "../../support/test-with-limits.ts";
import { everything, refusal, rowsOf, setupWorkspace, signIn } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

const iso = (text: string) => new Date(text).toISOString();

test("every status can be reached from every other [PROJ-23]", async () => {
  const { manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject();
  const statuses = ["active", "completed", "on_hold", "cancelled"];

  for (const from of statuses) {
    for (const to of statuses) {
      await manager.mutation(api.projects.update, { projectId, status: from });
      const project = await manager.mutation(api.projects.update, { projectId, status: to });
      expect(project.status).toBe(to);
      expect(project.actualCompletionDate !== null).toBe(to === "completed");
    }
  }
});

test("saving a completed project again keeps the day it was completed [OP-19] [DATA-08]", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2025-07-14T10:00:00Z") });
  const { manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject();
  await manager.mutation(api.projects.update, { projectId, status: "completed" });
  vi.setSystemTime(Date.parse("2025-07-15T10:00:00Z"));

  const project = await manager.mutation(api.projects.update, {
    projectId,
    status: "completed",
    name: "Renamed",
  });

  expect(project).toMatchObject({
    name: "Renamed",
    actualCompletionDate: iso("2025-07-14T10:00:00Z"),
    updatedAt: iso("2025-07-15T10:00:00Z"),
  });
});

test("fields that are not sent stay, null and empty clear [DATA-07, OP-19]", async () => {
  const { manager, supervisor } = await setupWorkspace();
  const { id: projectId } = await manager.mutation(api.projects.create, {
    name: "Maple",
    description: "Text",
    units: ["1"],
    startDate: "2025-07-14",
    targetCompletionDate: "2025-07-20",
  });
  const supervisorId = supervisor.userId;

  const named = await manager.mutation(api.projects.update, { projectId, supervisorId });
  const cleared = await manager.mutation(api.projects.update, {
    projectId,
    description: "",
    startDate: null,
    targetCompletionDate: "",
    managerId: null,
  });

  expect(named).toMatchObject({ name: "Maple", description: "Text", supervisorId });
  expect(cleared).toMatchObject({
    name: "Maple",
    description: null,
    startDate: null,
    targetCompletionDate: null,
    managerId: null,
    supervisorId,
  });
});

test("an update cannot put the target before the stored start [OP-20]", async () => {
  const { t, manager } = await setupWorkspace();
  const { id: projectId } = await manager.mutation(api.projects.create, {
    name: "Maple",
    units: ["1"],
    startDate: "2025-07-14",
  });
  const before = await everything(t);

  const call = manager.mutation(api.projects.update, {
    projectId,
    targetCompletionDate: "2025-07-01",
  });

  await expect(call).rejects.toMatchObject(
    refusal("invalid", "Target completion date must be on or after the start date"),
  );
  expect(await everything(t)).toBe(before);
});

test.each([
  ["an unknown status [DATA-06]", { status: "archived" }, "invalid"],
  ["an empty name [VALID-04]", { name: " " }, "invalid"],
  ["a manager who does not exist [VALID-21]", { managerId: "nobody" }, "not_found"],
])("%s is refused and changes nothing", async (_, fields, code) => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject();
  const before = await everything(t);

  const call = manager.mutation(api.projects.update, { projectId, ...fields });

  await expect(call).rejects.toMatchObject(refusal(code));
  expect(await everything(t)).toBe(before);
});

test("a project whose manager was removed can be changed with the manager left as it is [VALID-21]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject();
  const gone = await signIn(t, "project_manager");
  await manager.mutation(api.projects.update, { projectId, managerId: gone.userId });
  await t.run(async ({ db }) => {
    await db.patch("users", gone.userId, { removedAt: Date.now() });
  });

  const sent = { projectId, managerId: gone.userId, name: "Oak Court" };
  const updated = await manager.mutation(api.projects.update, sent);

  expect(updated).toMatchObject({ name: "Oak Court", managerId: gone.userId });
  const put = manager.mutation(api.projects.update, { projectId, supervisorId: gone.userId });
  await expect(put).rejects.toMatchObject(refusal("not_found"));
});

testWithLimits(
  "projects with long descriptions close neither their list nor another page [LIMIT-09] [OP-17]",
  async () => {
    const { t, manager, newProject } = await setupWorkspace();
    const { projectId } = await newProject(["101"]);
    const crew = {
      firstName: "Ann",
      lastName: "Able",
      email: "able@homes.test",
      role: "crew_member",
    };
    const { id: teamMemberId } = await manager.mutation(api.teamMembers.create, crew);
    await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });
    for (let nth = 0; nth < 20; nth += 1)
      await t.run(async ({ db }) => {
        const project = { name: `Long ${nth}`, status: "active" as const, unitCount: 0 };
        const description = "x".repeat(900_000);
        const times = { createdAt: nth, updatedAt: nth };
        const id = await db.insert("projects", { ...project, ...times, description });
        const assigned = { teamMemberId, assignedAt: nth, isActive: true };
        await db.insert("projectTeamAssignments", { ...assigned, projectId: id });
      });

    const listed = await manager.query(api.projects.list, {});
    const found = await manager.query(api.search.find, { q: "Long" });
    const [member] = await manager.query(api.teamMembers.list, {});
    await manager.query(api.analytics.risk, {});
    await manager.query(api.myDay.people, {});
    await manager.query(api.history.whileAway, { since: "2026-03-02T07:00:00Z" });
    await manager.query(api.dashboard.summary, {});
    await t.mutation(internal.jobs.turns.keepUp, {});

    // The newest project comes first, and each list has room for 8 MB.
    expect(listed[0]?.id).toBe(projectId);
    expect(listed).toHaveLength(10);
    expect(listed[0]?.teamMembers).toHaveLength(1);
    expect(found.length).toBeGreaterThan(0);
    expect(member?.assignedProjects.length).toBeGreaterThan(0);
  },
);

testWithLimits(
  "projects are listed with their teams also when thousands of people are in them [LIMIT-09] [OP-17]",
  async () => {
    const { t, manager, newProject } = await setupWorkspace();
    const { projectId } = await newProject(["101"]);
    await t.run(async ({ db }) => {
      const member = { createdBy: manager.userId, role: "crew_member" as const, isActive: true };
      for (let nth = 0; nth < 4200; nth += 1) {
        const name = { firstName: "Ann", lastName: `${nth}` };
        const teamMemberId = await db.insert("teamMembers", { ...member, ...name, createdAt: nth });
        const assigned = { projectId, teamMemberId, assignedAt: nth, isActive: true };
        await db.insert("projectTeamAssignments", assigned);
      }
    });

    const [project] = await manager.query(api.projects.list, {});

    expect(project?.teamMembers).toHaveLength(4200);
    expect(await rowsOf(t, "teamMembers")).toHaveLength(4200);
  },
);
