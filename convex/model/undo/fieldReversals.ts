import type { Doc } from "../../_generated/dataModel.js";
import { parseInput } from "../../lib/parse.ts";
import { isBlockInOrder } from "../../rules/blocks.ts";
import type { UpdateTemplateInput } from "../../rules/inputs/taskTemplates.ts";
import { updateViewInput } from "../../rules/inputs/views.ts";
import type { UserRole } from "../../rules/labels.ts";
import type { Permission } from "../../rules/permissions.ts";
import { updateMemberAndWork } from "../deletion/leavers.ts";
import { requireViewToChange } from "../desk/savedViews.ts";
import { updateView } from "../desk/savedViewWrites.ts";
import { changesOf, type EventKind } from "../history/events.ts";
import { nameChanges } from "../history/fieldNames.ts";
import { requireChangeableNote } from "../notes/notes.ts";
import { updateNote } from "../notes/noteWrites.ts";
import { withoutDeletedMember, withoutLeavers } from "../people/assignees.ts";
import { requireUser } from "../people/users.ts";
import { changeRole } from "../people/userWrites.ts";
import { requirePhoto } from "../photos/photos.ts";
import { updatePhoto } from "../photos/photoWrites.ts";
import { requireProject } from "../projects/projects.ts";
import { setProjectFields } from "../projects/projectWrites.ts";
import { requireUnit } from "../projects/units.ts";
import { setUnitFields } from "../projects/unitWrites.ts";
import { requireTask } from "../tasks/tasks.ts";
import { requireTemplate } from "../tasks/taskTemplates.ts";
import { moveTemplate, updateTemplate } from "../tasks/taskTemplateWrites.ts";
import { moveTask, setTaskFields } from "../tasks/taskWrites.ts";
import { requireContractor } from "../teams/contractors.ts";
import { updateContractor } from "../teams/contractorWrites.ts";
import { requireMember } from "../teams/teamMembers.ts";
import { requireOwnTimeEntry, updateTimeEntry } from "../time/timeEntryWrites.ts";
import { type Event, holds, idOf, type Reversal, type UndoCtx, valuesBefore } from "./reversal.ts";
import { giveBackAfter, hasWorkSince } from "./returns.ts";

type Values = ReturnType<typeof valuesBefore>;

/** The reversal of a change: sets the former values, if the record still has the values of the act. */
function fields<Row extends object>(
  needs: Permission,
  find: (ctx: UndoCtx, event: Event) => Promise<Row>,
  set: (ctx: UndoCtx, row: Row, before: Values) => Promise<unknown>,
): Reversal {
  return {
    needs,
    // An overtaken change may have changed nothing.
    fits: ({ changes = [] }) => changes.length > 0,
    reverse: async (ctx, event) => {
      const row = await find(ctx, event);
      if (!holds(row, event)) return false;
      return (await set(ctx, row, valuesBefore(event))) !== false;
    },
  };
}

/** A member who becomes active again gets their open tasks back. */
const memberUpdate: Reversal = {
  needs: "pool:write",
  reverse: async (ctx, event) => {
    const member = await requireMember(ctx, idOf(event.teamMemberId));
    if (!holds(member, event)) return false;
    const before = valuesBefore(event);
    const person = { teamMemberId: member._id };
    if (before["isActive"] === false && (await hasWorkSince(ctx, event, person))) return false;
    await updateMemberAndWork(ctx, member, before);
    if (before["isActive"] === true) await giveBackAfter(ctx, event);
    return true;
  },
};

/** The reversals of acts that changed fields of a record. */
export const fieldReversals: Partial<Record<EventKind, Reversal>> = {
  "project.updated": fields("project:write", projectOf, async (ctx, project, before) => {
    for (const name of ["managerId", "supervisorId"] as const)
      if (typeof before[name] === "string") await requireUser(ctx, before[name]);
    await setProjectFields(ctx, project, await nameChanges(ctx, changesOf(project, before)));
  }),
  "unit.updated": fields("unit:write", unitOf, async (ctx, unit, before) => {
    const then: Doc<"units"> = { ...unit, ...before };
    if (!isBlockInOrder(then)) return false;
    const changes = await nameChanges(ctx, changesOf(unit, before));
    await setUnitFields(ctx, ctx.counts, { unit, changes });
    return true;
  }),
  "task.updated": fields("task:write", taskOf, giveTaskBack),
  "task.moved": fields("task:write", taskOf, (ctx, task, { sortOrder }) =>
    moveTask(ctx, task, Number(sortOrder)),
  ),
  "photo.updated": fields(
    "file:write",
    async (ctx, { photoId }) => {
      const photo = await requirePhoto(ctx, idOf(photoId));
      return { ...photo, rotation: photo.rotation ?? 0 };
    },
    (ctx, photo, before) => updatePhoto(ctx, photo, before),
  ),
  "note.updated": fields(
    "unit:write",
    (ctx, { noteId }) => requireChangeableNote(ctx, idOf(noteId)),
    (ctx, note, { content }) =>
      updateNote(ctx, note, {
        ...{ content: String(content), base: note.content },
        time: { at: Date.now() },
      }),
  ),
  "time.updated": fields(
    "time:write",
    (ctx, { timeEntryId }) => requireOwnTimeEntry(ctx, idOf(timeEntryId)),
    async (ctx, entry, { totalHours: _follows, ...before }) =>
      await updateTimeEntry(ctx, entry, { ...before, time: { at: Date.now() } }),
  ),
  "template.updated": fields("project:write", templateOf, (ctx, template, before) =>
    updateTemplate(ctx, template, before as UpdateTemplateInput),
  ),
  "template.moved": fields("project:write", templateOf, (ctx, template, { sortOrder }) =>
    moveTemplate(ctx, template, Number(sortOrder)),
  ),
  "member.updated": memberUpdate,
  "contractor.updated": fields(
    "project:write",
    (ctx, { contractorId }) => requireContractor(ctx, idOf(contractorId)),
    (ctx, contractor, before) => updateContractor(ctx, contractor, before),
  ),
  "view.updated": fields(
    "project:read",
    (ctx, { viewId }) => requireViewToChange(ctx, idOf(viewId)),
    (ctx, view, before) => updateView(ctx, view, parseInput(updateViewInput, before)),
  ),
  "user.roleChanged": fields(
    "users:write",
    (ctx, { subjectUserId }) => requireUser(ctx, idOf(subjectUserId)),
    (ctx, user, { role }) => changeRole(ctx, user, role as UserRole),
  ),
};

/**
 * Sets the former values of a task. It does not assign a deleted member again, nor an open task to a person who has
 * left.
 */
async function giveTaskBack(ctx: UndoCtx, task: Doc<"tasks">, before: Values): Promise<boolean> {
  const then: Doc<"tasks"> = { ...task, ...before };
  if (!isBlockInOrder(then)) return false;
  const isOpen = then.status !== "completed";
  const left = isOpen ? await withoutLeavers(ctx, then) : await withoutDeletedMember(ctx, then);
  const changes = await nameChanges(ctx, changesOf(task, { ...before, ...left }));
  if (changes.length > 0) await setTaskFields(ctx, ctx.counts, { task, changes });
  return changes.length > 0;
}

function projectOf(ctx: UndoCtx, { projectId }: Event) {
  return requireProject(ctx, idOf(projectId));
}

function unitOf(ctx: UndoCtx, { unitId }: Event) {
  return requireUnit(ctx, idOf(unitId));
}

function taskOf(ctx: UndoCtx, { taskId }: Event) {
  return requireTask(ctx, idOf(taskId));
}

function templateOf(ctx: UndoCtx, { templateId }: Event) {
  return requireTemplate(ctx, idOf(templateId));
}
