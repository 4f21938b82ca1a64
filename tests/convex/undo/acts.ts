import { api } from "../../../convex/_generated/api.js";
import type { TableNames } from "../../../convex/_generated/dataModel.js";
import { fileOf } from "../../support/photo-files.ts";
import { late, type setupFull } from "../../support/full-workspace.ts";
import { uploadBytes } from "../../support/uploads.ts";
import { type Engine, first, rowsOf } from "../../support/workspace.ts";

export type Full = Awaited<ReturnType<typeof setupFull>>;

const person = { firstName: "Bea", lastName: "Moss", email: "bea@homes.test" };
const shift = { startTime: "2026-03-03T07:00:00Z", endTime: "2026-03-03T15:00:00Z" };

/** Undoable acts by the kind of their newest event. The caller has the permission for each. */
export const actByKind: Record<string, (full: Full) => Promise<unknown>> = {
  "project.created": ({ manager }) =>
    manager.mutation(api.projects.create, { name: "Oak", units: ["1", "2"] }),
  "project.updated": ({ manager, projectId }) =>
    manager.mutation(api.projects.update, { projectId, status: "completed", name: "Elm" }),
  "project.removed": ({ removals }) => removals.project(),
  "project.restored": async (full) => await restored(full, full.removals.project),
  "unit.added": ({ manager, projectId }) =>
    manager.mutation(api.units.create, { projectId, units: ["901", "902"] }),
  "unit.updated": ({ manager, unitId }) =>
    manager.mutation(api.units.update, {
      ...{ unitId, status: "in_progress", moveOutDate: "2026-03-01", monthlyRent: 1200 },
    }),
  "unit.removed": ({ removals }) => removals.unit(),
  "unit.restored": async (full) => await restored(full, full.removals.unit),
  "task.added": async ({ manager, projectId, templateIds }) => {
    const [added] = await manager.mutation(api.units.create, { projectId, units: ["903"] });
    return await manager.mutation(api.tasks.assignToUnit, { unitId: added?.id ?? "", templateIds });
  },
  "task.updated": ({ manager, taskId }) =>
    manager.mutation(api.tasks.update, { taskId, status: "in_progress", dueDate: "2026-04-01" }),
  "task.moved": async ({ manager, unitId }) => {
    const tasks = await manager.query(api.tasks.list, { unitId });
    const taskIds = tasks.map(({ id }) => id).reverse();
    await manager.mutation(api.tasks.reorder, { unitId, taskIds });
  },
  "task.removed": ({ removals }) => removals.task(),
  "task.restored": async (full) => await restored(full, full.removals.task),
  "photo.added": async ({ manager, unitId }) => {
    const storageId = await uploadBytes(manager, fileOf("png", 100));
    const photo = { unitId, type: "before", originalName: "b.png", storageId };
    await manager.action(api.photos.create, photo);
  },
  "photo.updated": ({ manager, photoId, taskId }) =>
    manager.mutation(api.photos.update, { photoId, rotation: 90, caption: "Done", taskId }),
  "photo.removed": ({ removals }) => removals.photo(),
  "photo.restored": async (full) => await restored(full, full.removals.photo),
  "note.added": ({ manager, unitId }) =>
    manager.mutation(api.unitNotes.create, { unitId, content: "Paint is in the hall" }),
  "note.updated": ({ manager, noteId }) =>
    manager.mutation(api.unitNotes.update, { noteId, content: "Keys outside" }),
  "note.removed": ({ removals }) => removals.note(),
  "note.restored": async (full) => await restored(full, full.removals.note),
  "time.added": ({ manager, projectId }) =>
    manager.mutation(api.timeEntries.create, { projectId, date: "2026-03-03", ...shift }),
  "time.updated": ({ manager, timeEntryId }) =>
    manager.mutation(api.timeEntries.update, {
      ...{ timeEntryId, endTime: "2026-03-02T12:00:00Z", teamMemberId: null, description: "Half" },
    }),
  "time.removed": ({ removals }) => removals["time entry"](),
  "time.restored": async (full) => await restored(full, full.removals["time entry"]),
  "template.created": ({ manager }) =>
    manager.mutation(api.taskTemplates.create, { name: "Sweep", category: "Clean" }),
  "template.updated": ({ manager, templateId }) =>
    manager.mutation(api.taskTemplates.update, { templateId, name: "Sweep", estimatedHours: 4 }),
  "template.moved": ({ manager, templateIds }) =>
    manager.mutation(api.taskTemplates.reorder, { templateIds: templateIds.toReversed() }),
  "template.retired": ({ removals }) => removals["task template"](),
  "member.added": ({ manager }) =>
    manager.mutation(api.teamMembers.create, { ...person, role: "contractor" }),
  "member.updated": ({ manager, teamMemberId }) =>
    manager.mutation(api.teamMembers.update, { teamMemberId, trade: "Tiles" }),
  "member.unassigned": ({ removals }) => removals.assignment(),
  "member.assigned": async (full) => {
    await full.removals.assignment();
    const { manager, projectId, teamMemberId } = full;
    await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });
  },
  "contractor.added": ({ manager, projectId }) =>
    manager.mutation(api.contractors.create, { projectId, companyName: "Glass", phone: "1" }),
  "contractor.updated": ({ manager, contractorId }) =>
    manager.mutation(api.contractors.update, { contractorId, companyName: "Glass" }),
  "contractor.removed": ({ removals }) => removals.contractor(),
  "view.created": ({ manager }) => manager.mutation(api.views.create, late),
  "view.updated": ({ manager, viewId }) =>
    manager.mutation(api.views.update, { viewId, name: "Late", query: "", shared: false }),
  "view.removed": ({ removals }) => removals.view(),
  "user.added": ({ admin }) =>
    admin.mutation(api.users.create, { ...person, role: "project_manager" }),
  "user.roleChanged": ({ admin, userId }) =>
    admin.mutation(api.users.changeRole, { userId, role: "project_manager" }),
  "user.removed": ({ removals }) => removals.user(),
  "user.restored": async ({ t, admin, userId, removals }) => {
    await removals.user();
    const [user] = (await rowsOf(t, "users")).filter(({ _id }) => _id === userId);
    await admin.mutation(api.users.create, {
      ...{ email: user?.email ?? "", firstName: "Ann", lastName: "Lee" },
      role: "project_supervisor",
    });
  },
};

async function restored({ t, manager }: Full, remove: () => Promise<unknown>) {
  await remove();
  const items = await rowsOf(t, "trash");
  await manager.mutation(api.trash.restore, { itemId: first(items)._id });
}

const tables = [
  ...(["projects", "units", "tasks", "photos", "unitNotes", "timeEntries"] as const),
  ...(["taskTemplates", "teamMembers", "projectTeamAssignments", "contractors", "users"] as const),
  "savedViews",
] satisfies TableNames[];

/** Returns the visible records without the fields that depend on the time of writing. */
export async function picture(t: Engine): Promise<Record<string, unknown[]>> {
  const projects = new Set((await rowsOf(t, "projects")).map(({ _id }) => _id));
  const units = new Set(
    (await rowsOf(t, "units")).flatMap(({ _id, projectId }) =>
      projects.has(projectId) ? [_id] : [],
    ),
  );
  const seen: Record<string, unknown[]> = {};
  for (const table of tables) {
    const rows: Record<string, unknown>[] = await rowsOf(t, table);
    seen[table] = rows
      .filter(({ projectId, unitId }) => isIn(projects, projectId) && isIn(units, unitId))
      .filter(({ removedAt, retiredAt }) => removedAt === undefined && retiredAt === undefined)
      .map((row) => withoutTimes(table, row))
      .filter(({ isActive }) => table !== "projectTeamAssignments" || isActive === true);
  }
  return seen;
}

function isIn(ids: ReadonlySet<unknown>, id: unknown): boolean {
  return id === undefined || ids.has(id);
}

/** The tables whose records come back under a new id. */
const anew: readonly string[] = ["contractors", "savedViews", "teamMembers"];

function withoutTimes(table: string, row: Record<string, unknown>): Record<string, unknown> {
  const { updatedAt: _u, assignedAt: _a, sessionGeneration: _s, addedByHand: _h, ...rest } = row;
  const upright = withoutUpright(rest);
  if (!anew.includes(table)) return upright;
  const { _id, _creationTime, createdAt: _c, ...fields } = upright;
  return fields;
}

/** An upright photo may have the rotation 0 or none. */
function withoutUpright(row: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(row, (name, value: unknown) =>
    name === "rotation" && value === 0 ? undefined : value,
  );
  return JSON.parse(text) as Record<string, unknown>;
}
