import { api, internal } from "../../convex/_generated/api.js";
import type { Id } from "../../convex/_generated/dataModel.js";
import { insertUpload } from "./app-uploads.ts";
import { type AppCaller, sessionOf } from "./app-people.ts";

/** Inserts the initial rows of a workspace, so that every function has records to work on. */
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
  await insertProgress(callers, { projectId, templateIds });
  await insertBelongings(callers, projectId);
}

type Started = { projectId: Id<"projects">; templateIds: Id<"taskTemplates">[] };

/** The team of the project, and work that takes several steps. */
async function insertProgress(
  callers: Map<string, AppCaller>,
  { projectId, templateIds }: Started,
): Promise<void> {
  const { t } = callers.get("admin")!;
  const createdAt = Date.now();
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

/** Adds photos, contractors and hours to the project, and an interrupted removal of another project. */
async function insertBelongings(
  callers: Map<string, AppCaller>,
  projectId: Id<"projects">,
): Promise<void> {
  const { t } = callers.get("admin")!;
  const [unit] = await t.query(api.units.list, { projectId });
  for (const type of ["before", "progress"]) {
    const session = await sessionOf(t, "admin");
    const storageId = await insertUpload(t, session!, { kind: "png", size: 100 });
    const photo = { unitId: unit!.id, type, storageId, originalName: `${type}.png` };
    await t.action(api.photos.create, photo);
  }
  for (const content of ["Keys inside", "Türe klemmt"])
    await t.mutation(api.unitNotes.create, { unitId: unit!.id, content });
  for (const companyName of ["Tiles & Co", "Ölofen"])
    await t.mutation(api.contractors.create, { projectId, companyName });
  for (const date of ["2026-02-20", "2026-03-02"]) {
    const hours = { startTime: `${date}T07:00:00Z`, endTime: `${date}T16:00:00Z` };
    await t.mutation(api.timeEntries.create, { projectId, date, ...hours });
  }
  const gone = await t.mutation(api.projects.create, { name: "Gone", units: ["1"] });
  await t.mutation(api.projects.remove, { projectId: gone.id });
  const { page: deleted } = await t.query(api.trash.list, {});
  for (const { id: itemId } of deleted) await t.mutation(api.trash.remove, { itemId });
  await t.run(async ({ db }) => {
    const progress = { unitCount: 1, removedUnits: 1, steps: 1, status: "failed" as const };
    await db.insert("projectRemovals", { projectId: gone.id, name: "Gone", ...progress });
    const batch = await db.query("batches").first();
    const of = { userId: batch!.userId, batchId: batch!._id, undoingId: batch!._id };
    const run = { undone: 4, kept: 0, status: "done" as const, updatedAt: 0 };
    await db.insert("undoRuns", { ...of, before: 0, ...run });
  });
  await fillTrash(callers, projectId);
  for (const name of ["Late", "Blocked"])
    await t.mutation(api.views.create, { name, page: "/board", query: "q=1", shared: true });
}

/** Deletes a unit, a task, a note and a time entry. */
async function fillTrash(callers: Map<string, AppCaller>, projectId: Id<"projects">) {
  const { t } = callers.get("admin")!;
  const [unit] = await t.mutation(api.units.create, { projectId, units: ["4"] });
  await t.mutation(api.units.remove, { unitId: unit!.id });
  const [first] = await t.query(api.units.list, { projectId });
  const [task] = await t.query(api.tasks.list, { unitId: first!.id });
  await t.mutation(api.tasks.remove, { taskId: task!.id });
  const note = await t.mutation(api.unitNotes.create, { unitId: first!.id, content: "Lost" });
  await t.mutation(api.unitNotes.remove, { noteId: note.id });
  const hours = { startTime: "2026-02-21T07:00:00Z", date: "2026-02-21" };
  const entry = await t.mutation(api.timeEntries.create, { projectId, ...hours });
  await t.mutation(api.timeEntries.remove, { timeEntryId: entry.id });
}
