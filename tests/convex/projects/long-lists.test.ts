import { expect } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { testWithLimits } from "../../support/test-with-limits.ts";
import { rowsOf, setupWorkspace } from "../../support/workspace.ts";

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
