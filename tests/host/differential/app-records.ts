import { api, internal } from "../../../convex/_generated/api.js";
import type { AppCaller } from "./app-people.ts";

/** What a workspace has before programs begin: master tasks, a project with a team, the progress of an assignment. */
export async function insertRecords(callers: Map<string, AppCaller>): Promise<void> {
  const { t } = callers.get("admin")!;
  const createdAt = Date.now();
  const templateIds = await t.run(async ({ db }) => {
    const names = ["Paint", "Clean", "Ölen", "Zap 😀", "Lock", "Clean"];
    return await Promise.all(
      names.map((name, at) =>
        db.insert("taskTemplates", {
          ...{ name, sortOrder: Math.floor(at / 2), isDefault: true, createdAt },
          ...(at % 2 === 0 ? { category: "Work", estimatedHours: 1.5 } : {}),
        }),
      ),
    );
  });
  const units = ["1", "2", "3"];
  const { id: projectId } = await t.mutation(api.projects.create, { name: "Elm Court", units });
  await t.mutation(api.tasks.assignToAllUnits, { projectId, templateIds: templateIds.slice(0, 2) });
  await t.mutation(internal.jobs.today.advance, {});
  await t.run(async ({ db }) => {
    const [first] = await db.query("users").take(1);
    const person = { createdBy: first!._id, lastName: "Team", role: "crew_member", createdAt };
    for (const [at, firstName] of ["Ann", "Bo", "Cy"].entries()) {
      const member = { ...person, firstName, role: "crew_member" as const, isActive: true };
      const teamMemberId = await db.insert("teamMembers", member);
      const assignedAt = createdAt - at;
      const isActive = at !== 1;
      await db.insert("projectTeamAssignments", { projectId, teamMemberId, assignedAt, isActive });
    }
    await db.insert("bulkAssignments", {
      ...{ projectId, templateIds, userId: first!._id, afterUnit: null, status: "running" },
      ...{ created: 3, skipped: 0, unitCount: 3, updatedAt: createdAt },
    });
  });
}
