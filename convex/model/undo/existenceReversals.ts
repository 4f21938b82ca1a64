import type { Doc } from "../../_generated/dataModel.js";
import { must } from "../../lib/errors.ts";
import { parseInput } from "../../lib/parse.ts";
import { createContractorInput } from "../../rules/inputs/projects.ts";
import { createMemberInput } from "../../rules/inputs/teamMembers.ts";
import { createViewInput } from "../../rules/inputs/views.ts";
import { type UserRole, userRoles } from "../../rules/labels.ts";
import { canChangeView, type Permission } from "../../rules/permissions.ts";
import { deleteUserAndWork, removeMemberAndWork } from "../deletion/leavers.ts";
import { deleteProject } from "../deletion/projects.ts";
import { deleteTeamMember, isMemberNamed } from "../deletion/teamMembers.ts";
import { takeUnit } from "../deletion/units.ts";
import { requireViewToChange } from "../desk/savedViews.ts";
import { createView, deleteView } from "../desk/savedViewWrites.ts";
import type { EventKind } from "../history/events.ts";
import { trashItemOfEvent } from "../history/trashItems.ts";
import { requireChangeableNote } from "../notes/notes.ts";
import { deleteNote } from "../notes/noteWrites.ts";
import { requireUser } from "../people/users.ts";
import { addUser } from "../people/userWrites.ts";
import { requirePhoto } from "../photos/photos.ts";
import { deletePhoto, isTaskOnPhotos } from "../photos/photoWrites.ts";
import { requireProject } from "../projects/projects.ts";
import { requireUnit } from "../projects/units.ts";
import { requireTask } from "../tasks/tasks.ts";
import { takeTask } from "../tasks/taskTrash.ts";
import { requireTemplate } from "../tasks/taskTemplates.ts";
import { reinstateTemplate, retireTemplate } from "../tasks/taskTemplateWrites.ts";
import { requireContractor } from "../teams/contractors.ts";
import { addContractor, deleteContractor } from "../teams/contractorWrites.ts";
import { hasSignedIn } from "../sessions/identities.ts";
import { findAssignment } from "../teams/projectTeams.ts";
import { assignMember } from "../teams/projectTeamWrites.ts";
import { requireMember } from "../teams/teamMembers.ts";
import { addMember } from "../teams/teamMemberWrites.ts";
import { deleteTimeEntry, requireOwnTimeEntry } from "../time/timeEntryWrites.ts";
import { bringBack } from "../trash/restoring.ts";
import { isChangedSince, type Subject } from "./laterEvents.ts";
import { type Event, holds, idOf, type Reversal, type UndoCtx, valuesBefore } from "./reversal.ts";
import { giveBackAfter, hasWorkSince } from "./returns.ts";

/** The reversal of a creation or restoration: deletes the record, if nobody has changed it since. */
function deletion<Row>(
  needs: Permission,
  {
    find,
    isAsMade,
    remove,
  }: {
    find: (ctx: UndoCtx, event: Event) => Promise<Row>;
    isAsMade: (ctx: UndoCtx, row: Row, event: Event) => Promise<boolean> | boolean;
    remove: (ctx: UndoCtx, row: Row, event: Event) => Promise<unknown>;
  },
): Reversal {
  return {
    needs,
    reverse: async (ctx, event) => {
      const row = await find(ctx, event);
      if (!(await isAsMade(ctx, row, event))) return false;
      await remove(ctx, row, event);
      return true;
    },
  };
}

/** The reversal of a deletion: restores the record from the trash. */
function restoration(needs: Permission): Reversal {
  return {
    needs,
    // An overtaken deletion deleted nothing.
    fits: ({ overtaken }) => overtaken === undefined,
    reverse: async (ctx, event) => {
      const item = await trashItemOfEvent(ctx, event._id);
      if (item !== null) await bringBack(ctx, ctx, item);
      return item !== null;
    },
  };
}

const project = deletion<Doc<"projects">>("project:write", {
  find: (ctx, { projectId }) => requireProject(ctx, idOf(projectId)),
  isAsMade: (ctx, { _id: projectId }, event) => isUnchanged(ctx, { projectId }, event),
  remove: deleteProject,
});

const unitOf = (ctx: UndoCtx, { unitId }: Event) => requireUnit(ctx, idOf(unitId));

async function removeUnit(ctx: UndoCtx, unit: Doc<"units">): Promise<void> {
  ctx.budget.parts = await takeUnit(ctx, ctx.counts, { unit, limit: ctx.budget.parts });
}

function unit(needs: Permission): Reversal {
  return deletion<Doc<"units">>(needs, {
    find: unitOf,
    isAsMade: (ctx, { _id: unitId }, event) => isUnchanged(ctx, { unitId }, event),
    remove: removeUnit,
  });
}

const task = deletion<Doc<"tasks">>("task:write", {
  find: (ctx, { taskId }) => requireTask(ctx, idOf(taskId)),
  isAsMade: async (ctx, { _id: taskId }, event) =>
    // A photo of a new task documents work, so the task stays. A restored task has its own photos.
    (event.kind === "task.restored" || !(await isTaskOnPhotos(ctx, taskId))) &&
    (await isUnchanged(ctx, { taskId }, event)),
  remove: (ctx, row) => takeTask(ctx, ctx.counts, row),
});

const photo = deletion<Doc<"photos">>("file:write", {
  find: (ctx, { photoId }) => requirePhoto(ctx, idOf(photoId)),
  isAsMade: (ctx, { _id: photoId }, event) => isUnchanged(ctx, { photoId }, event),
  remove: deletePhoto,
});

const note = deletion<Doc<"unitNotes">>("unit:write", {
  find: (ctx, { noteId }) => requireChangeableNote(ctx, idOf(noteId)),
  isAsMade: (_ctx, row, event) => holds(row, event) && !isEditedSince(row, event),
  remove: (ctx, row) => deleteNote(ctx, row, { at: Date.now() }),
});

/** True when a restored note was edited later. The event of a restoration lacks the text, so the time decides. */
function isEditedSince({ updatedAt }: Doc<"unitNotes">, { kind, at }: Event): boolean {
  return kind === "note.restored" && updatedAt > at;
}

const timeEntry = deletion<Doc<"timeEntries">>("time:write", {
  find: (ctx, { timeEntryId }) => requireOwnTimeEntry(ctx, idOf(timeEntryId)),
  isAsMade: (ctx, { _id: timeEntryId }, event) => isUnchanged(ctx, { timeEntryId }, event),
  remove: (ctx, row) => deleteTimeEntry(ctx, row, { at: Date.now() }),
});

const template = deletion<Doc<"taskTemplates">>("project:write", {
  find: (ctx, { templateId }) => requireTemplate(ctx, idOf(templateId)),
  isAsMade: (_ctx, row, event) => row.name === event.label && holds(row, event),
  remove: retireTemplate,
});

const reinstatement: Reversal = {
  needs: "project:write",
  reverse: async (ctx, { templateId }) => {
    const row = await ctx.db.get("taskTemplates", idOf(templateId));
    if (row?.retiredAt === undefined) return false;
    await reinstateTemplate(ctx, row);
    return true;
  },
};

const member = deletion<Doc<"teamMembers">>("pool:write", {
  find: (ctx, { teamMemberId }) => requireMember(ctx, idOf(teamMemberId)),
  // Hours and completed tasks that name the member would lose the name.
  isAsMade: async (ctx, row, event) => holds(row, event) && !(await isMemberNamed(ctx, row._id)),
  remove: deleteTeamMember,
});

/** The reversal of a member's deletion: a new record with the values of a member whom no record named. */
const newMember: Reversal = {
  needs: "pool:write",
  fits: ({ changes = [] }) => changes.length > 0,
  reverse: async (ctx, event) => {
    await addMember(ctx, parseInput(createMemberInput, valuesBefore(event)));
    return true;
  },
};

const removalFromTeam: Reversal = {
  needs: "projectTeam:write",
  reverse: async (ctx, event) => {
    const projectId = idOf(event.projectId);
    const teamMemberId = idOf(event.teamMemberId);
    const assignment = await findAssignment(ctx, projectId, teamMemberId);
    // A member who left the team and returned since is on it by a later act.
    if (assignment?.isActive !== true || assignment.assignedAt !== event.at) return false;
    if (await hasWorkSince(ctx, event, { teamMemberId, projectId })) return false;
    const row = await requireMember(ctx, teamMemberId);
    await removeMemberAndWork(ctx, { projectId, member: row });
    return true;
  },
};

const assignment: Reversal = {
  needs: "projectTeam:write",
  reverse: async (ctx, event) => {
    const { projectId, teamMemberId, at } = event;
    const { _id } = await requireProject(ctx, idOf(projectId));
    // A member who returned to the team and left it since is off it by a later act.
    const known = await findAssignment(ctx, _id, idOf(teamMemberId));
    if (known !== null && known.assignedAt > at) return false;
    await assignMember(ctx, {
      projectId: _id,
      member: await requireMember(ctx, idOf(teamMemberId)),
    });
    await giveBackAfter(ctx, event);
    return true;
  },
};

const contractor = deletion<Doc<"contractors">>("project:write", {
  find: (ctx, { contractorId }) => requireContractor(ctx, idOf(contractorId)),
  isAsMade: (_ctx, row, event) => holds(row, event),
  remove: deleteContractor,
});

/** The reversal of a contractor's deletion: a new record with the deleted values. */
const newContractor: Reversal = {
  needs: "project:write",
  reverse: async (ctx, event) => {
    const { _id } = await requireProject(ctx, idOf(event.projectId));
    await addContractor(ctx, _id, parseInput(createContractorInput, valuesBefore(event)));
    return true;
  },
};

const view = deletion<Doc<"savedViews">>("project:read", {
  find: (ctx, { viewId }) => requireViewToChange(ctx, idOf(viewId)),
  isAsMade: (_ctx, row, event) => holds(row, event),
  remove: deleteView,
});

/** The reversal of a view's deletion: a new record with the deleted values and the former owner. */
const newView: Reversal = {
  needs: "project:read",
  reverse: async (ctx, event) => {
    const { createdBy, ...before } = valuesBefore(event);
    const owner = await requireUser(ctx, String(createdBy));
    const input = parseInput(createViewInput, before);
    const { _id: id, role } = ctx.viewer;
    const { shared = false } = input;
    if (!canChangeView({ id, role }, { createdBy: owner._id, shared })) return false;
    await createView(ctx, input, { owner });
    return true;
  },
};

const user = deletion<Doc<"users">>("users:write", {
  find: (ctx, { subjectUserId }) => requireUser(ctx, idOf(subjectUserId)),
  // A sign-in is a change too.
  isAsMade: async (ctx, row, event) =>
    holds(row, event) &&
    !(await hasSignedIn(ctx, row._id)) &&
    !(await hasWorkSince(ctx, event, { userId: row._id })),
  remove: deleteUserAndWork,
});

/** The reversal of a user's deletion: adds the user as by hand; the next sign-in links an identity again. */
const returning: Reversal = {
  needs: "users:write",
  reverse: async (ctx, event) => {
    const { subjectUserId, at } = event;
    const row = must(await ctx.db.get("users", idOf(subjectUserId)), "users are never deleted");
    const role = userRoles.find((one): one is UserRole => one === row.role);
    // A user who returned and was deleted again since is gone by a later act.
    if (row.removedAt === undefined || row.removedAt > at || role === undefined) return false;
    const { email, firstName = "", lastName = "" } = row;
    await addUser(ctx, { email, firstName, lastName, role });
    await giveBackAfter(ctx, event);
    return true;
  },
};

/** The reversals of creations, deletions and restorations. Removals for good and relinked users have none. */
export const existenceReversals: Partial<Record<EventKind, Reversal>> = {
  "project.created": project,
  "project.removed": restoration("project:write"),
  "project.restored": project,
  "unit.added": unit("project:write"),
  "unit.removed": restoration("unit:write"),
  "unit.restored": unit("unit:write"),
  "task.added": task,
  "task.removed": restoration("task:write"),
  "task.restored": task,
  "photo.added": photo,
  "photo.removed": restoration("file:write"),
  "photo.restored": photo,
  "note.added": note,
  "note.removed": restoration("unit:write"),
  "note.restored": note,
  "time.added": timeEntry,
  "time.removed": restoration("time:write"),
  "time.restored": timeEntry,
  "template.created": template,
  "template.retired": reinstatement,
  "template.restored": template,
  "member.added": member,
  "member.removed": newMember,
  "member.assigned": removalFromTeam,
  "member.unassigned": assignment,
  "contractor.added": contractor,
  "contractor.removed": newContractor,
  "view.created": view,
  "view.removed": newView,
  "user.added": user,
  "user.removed": returning,
  "user.restored": user,
};

async function isUnchanged(ctx: UndoCtx, subject: Subject, event: Event): Promise<boolean> {
  return !(await isChangedSince(ctx, subject, event));
}
