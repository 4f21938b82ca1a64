import { api } from "../../convex/_generated/api.js";
import type { Id } from "../../convex/_generated/dataModel.js";
import { fileOf } from "./photo-files.ts";
import { uploadBytes } from "./uploads.ts";
import { first, setupWorkspace } from "./workspace.ts";

const person = { firstName: "Ann", lastName: "Lee", email: "ann@homes.test" };
const shift = { startTime: "2026-03-02T07:00:00Z", endTime: "2026-03-02T16:00:00Z" };

/** A view that is shared with everyone. */
export const late = { name: "Late units", page: "/board", query: "risk=late", shared: true };

type Workspace = Awaited<ReturnType<typeof setupWorkspace>>;

/** The rows that belong to a project and its first unit, one of each kind. */
async function fill({ manager, newProject, templateIds }: Workspace, userId: string) {
  const { projectId, unitIds } = await newProject(["101", "102"]);
  const unitId = first(unitIds);
  const crew = { ...person, role: "crew_member" };
  const { id: teamMemberId } = await manager.mutation(api.teamMembers.create, crew);
  await manager.mutation(api.projectTeams.assign, { projectId, teamMemberId });
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  await manager.mutation(api.projects.update, { projectId, supervisorId: userId });
  const company = { projectId, companyName: "Tiles" };
  const { id: contractorId } = await manager.mutation(api.contractors.create, company);
  const time = { projectId, teamMemberId, date: "2026-03-02", ...shift };
  const { id: timeEntryId } = await manager.mutation(api.timeEntries.create, { ...time, unitId });
  await manager.mutation(api.timeEntries.create, { ...time, userId });
  const note = { unitId, content: "Keys inside" };
  const { id: noteId } = await manager.mutation(api.unitNotes.create, note);
  const { id: taskId } = first(await manager.query(api.tasks.list, { unitId }));
  const done = { status: "completed", dueDate: "2026-03-02", crewMemberId: teamMemberId };
  await manager.mutation(api.units.update, { unitId, blockedReason: "access" });
  await manager.mutation(api.tasks.update, { taskId, blockedReason: "parts" });
  await manager.mutation(api.tasks.update, { taskId, ...done });
  await manager.mutation(api.units.update, { unitId, status: "completed" });
  const photoId = await addPhoto({ manager }, unitId);
  await addPhoto({ manager }, unitId);
  const people = { teamMemberId, contractorId };
  return { ...people, projectId, unitId, taskId, timeEntryId, noteId, photoId };
}

async function addPhoto({ manager }: Pick<Workspace, "manager">, unitId: Id<"units">) {
  const storageId = await uploadBytes(manager, fileOf("png", 100));
  const photo = { unitId, type: "completion", originalName: "a.png", storageId };
  return (await manager.action(api.photos.create, photo)).id;
}

/** A workspace with two projects that have one row of each kind, and the deletions of those of one of them. */
export async function setupFull() {
  const workspace = await setupWorkspace();
  const { admin, manager, templateIds } = workspace;
  const { id: userId } = await admin.mutation(api.users.create, {
    ...person,
    role: "project_supervisor",
  });
  await fill(workspace, userId);
  const made = { ...(await fill(workspace, userId)), userId, templateId: first(templateIds) };
  const { projectId, unitId, taskId, teamMemberId, contractorId } = made;
  const { id: viewId } = await manager.mutation(api.views.create, late);
  const { timeEntryId, noteId, photoId, templateId } = made;
  /** Deletes the row of a kind as a person would. */
  const removals = {
    project: () => manager.mutation(api.projects.remove, { projectId }),
    unit: () => manager.mutation(api.units.remove, { unitId }),
    task: () => manager.mutation(api.tasks.remove, { taskId }),
    photo: () => manager.mutation(api.photos.remove, { photoId }),
    note: () => manager.mutation(api.unitNotes.remove, { noteId }),
    "time entry": () => manager.mutation(api.timeEntries.remove, { timeEntryId }),
    contractor: () => manager.mutation(api.contractors.remove, { contractorId }),
    assignment: () => manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId }),
    "team member": async () => {
      await manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId });
      return await manager.mutation(api.teamMembers.remove, { teamMemberId });
    },
    view: () => manager.mutation(api.views.remove, { viewId }),
    "task template": () => manager.mutation(api.taskTemplates.retire, { templateId }),
    user: () => admin.mutation(api.users.remove, { userId }),
  } as const;
  return { ...workspace, ...made, viewId, removals };
}
