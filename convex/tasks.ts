import { v } from "convex/values";
import { staffMutation, staffQuery, viewerQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { actArgs, actTime } from "./model/context/actTimes.ts";
import { existingRecords, vBulk, vBulkDeleted } from "./model/context/bulk.ts";
import { vDeleted } from "./model/context/records.ts";
import { withRememberedReads } from "./model/context/rememberedReads.ts";
import { answerOnce, changeOnce } from "./model/context/requestKeys.ts";
import { readToday } from "./model/context/today.ts";
import { requireGivenTo } from "./model/people/assignees.ts";
import { nameReader } from "./model/people/names.ts";
import { requireProject } from "./model/projects/projects.ts";
import { requireUnit } from "./model/projects/units.ts";
import * as Assignments from "./model/tasks/assignments.ts";
import * as BulkTasks from "./model/tasks/bulkTasks.ts";
import * as Tasks from "./model/tasks/tasks.ts";
import { requireTemplates } from "./model/tasks/taskTemplates.ts";
import { deleteTask } from "./model/tasks/taskTrash.ts";
import * as Writes from "./model/tasks/taskWrites.ts";
import { bulkChange, bulkDeletion } from "./rules/inputs/bulk.ts";
import { assignTasksInput, updateTaskInput } from "./rules/inputs/tasks.ts";
import { orderInput } from "./rules/inputs/ordering.ts";

const optionalText = v.optional(v.union(v.string(), v.null()));

/** The templates of an assignment, and the person who gets their tasks. */
const chosenArgs = {
  templateIds: v.array(v.string()),
  assignedToId: optionalText,
  crewMemberId: optionalText,
  key: v.optional(v.string()),
};

/** The tasks of a unit by sort order, then age, then name. */
export const list = staffQuery("project:read")({
  args: { unitId: v.string() },
  returns: v.array(Tasks.vTask),
  handler: async (ctx, { unitId }) => {
    const unit = await requireUnit(ctx, unitId);
    const { dueFrom } = await readToday(ctx);
    return await Tasks.toTasks(ctx, await Tasks.listTasks(ctx, unit._id), dueFrom);
  },
});

/** The templates that every unit of a project has already. */
export const assigned = staffQuery("project:read")({
  args: { projectId: v.string() },
  returns: v.object({ templateIds: v.array(v.id("taskTemplates")), unitCount: v.number() }),
  handler: async (ctx, { projectId }) => {
    const project = await requireProject(ctx, projectId);
    const templateIds = await Assignments.fullyAssignedTemplates(ctx, project);
    return { templateIds, unitCount: project.unitCount };
  },
});

/** Creates the tasks of the chosen templates that the unit does not have yet, and returns the new tasks. */
export const assignToUnit = staffMutation("task:write")({
  args: { unitId: v.string(), ...chosenArgs },
  returns: v.array(Tasks.vTask),
  handler: async (ctx, { unitId, key, ...sent }) => {
    const { templateIds, ...people } = parseInput(assignTasksInput, sent);
    return await answerOnce(ctx, { operation: "tasks:assignToUnit", key }, async () => {
      const unit = await requireUnit(ctx, unitId);
      const templates = await requireTemplates(ctx, templateIds);
      const givenTo = await requireGivenTo(ctx, unit.projectId, people);
      const created = await Assignments.assignToUnit(ctx, unit, { templates, givenTo });
      const { dueFrom } = await readToday(ctx);
      return await Tasks.toTasks(ctx, created, dueFrom);
    });
  },
});

/**
 * Creates the missing tasks of the chosen templates in every unit of a project. A very large assignment goes on after
 * the return: `pending` is its id then, and `assignment` tells its progress.
 */
export const assignToAllUnits = staffMutation("task:write")({
  args: { projectId: v.string(), ...chosenArgs },
  returns: Assignments.vAssignmentProgress.extend({
    pending: v.union(v.id("bulkAssignments"), v.null()),
  }),
  handler: async (ctx, { projectId, key, ...sent }) => {
    const { templateIds, ...people } = parseInput(assignTasksInput, sent);
    return await answerOnce(ctx, { operation: "tasks:assignToAllUnits", key }, async () => {
      const project = await requireProject(ctx, projectId);
      const templates = await requireTemplates(ctx, templateIds);
      const givenTo = await requireGivenTo(ctx, project._id, people);
      return await Assignments.assignToAllUnits(ctx, project, { templates, givenTo });
    });
  },
});

/** The progress of a very large assignment of the caller. */
export const assignment = viewerQuery("task:write")({
  args: { assignmentId: v.string() },
  returns: Assignments.vAssignmentRun,
  handler: async (ctx, { assignmentId }) => {
    const run = await Assignments.requireAssignment(ctx, assignmentId);
    const { created, skipped, unitCount, status } = run;
    return { created, skipped, unitCount, status };
  },
});

/** Stops a very large assignment of the caller; tasks that it has created stay. */
export const cancelAssignment = staffMutation("task:write")({
  args: { assignmentId: v.string() },
  returns: v.null(),
  handler: async (ctx, { assignmentId }) => {
    const run = await Assignments.requireAssignment(ctx, assignmentId);
    await Assignments.endAssignment(ctx, run, "cancelled");
    return null;
  },
});

/** Updates the sent fields of a task, and the fields that depend on them. */
export const update = staffMutation("task:write")({
  args: {
    taskId: v.string(),
    ...actArgs,
    status: v.optional(v.string()),
    startDate: optionalText,
    dueDate: optionalText,
    completionDate: optionalText,
    blockedReason: optionalText,
    blockedNote: optionalText,
    assignedToId: optionalText,
    crewMemberId: optionalText,
  },
  returns: Tasks.vTask,
  handler: async (caller, { taskId, key, madeAt, ...sent }) => {
    const ctx = withRememberedReads(caller);
    const task = await Tasks.requireTask(ctx, taskId);
    const input = { ...parseInput(updateTaskInput, sent), time: actTime(madeAt) };
    const act = { operation: "tasks:update", key, record: taskId };
    const updated = await changeOnce(ctx, act, (own) => Writes.updateTask(own, task, input));
    const { dueFrom } = await readToday(ctx);
    return await Tasks.toTask(updated ?? task, { dueFrom, names: nameReader(ctx) });
  },
});

/** Makes one change in many tasks: in all of them, or in none. */
export const updateMany = staffMutation("task:write")({
  args: { ids: v.array(v.string()), set: v.any(), key: v.optional(v.string()) },
  returns: vBulk(Tasks.vTask),
  handler: async (caller, { key, ...sent }) => {
    const ctx = withRememberedReads(caller);
    const input = parseInput(bulkChange(updateTaskInput), sent);
    const { batchId, ids } = await answerOnce(ctx, { operation: "tasks:updateMany", key }, () =>
      BulkTasks.updateTasks(ctx, input),
    );
    const { dueFrom } = await readToday(ctx);
    const items = await Tasks.toTasks(ctx, await existingRecords(ctx, "tasks", ids), dueFrom);
    return { updated: ids.length, batchId, items };
  },
});

/** Puts the sent tasks of a unit in the order sent; its others keep their places. */
export const reorder = staffMutation("task:write")({
  args: { unitId: v.string(), taskIds: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { unitId, taskIds }) => {
    const unit = await requireUnit(ctx, unitId);
    await Writes.reorderTasks(ctx, unit, parseInput(orderInput, taskIds));
    return null;
  },
});

/** Deletes a task from its unit. */
export const remove = staffMutation("task:write")({
  args: { taskId: v.string() },
  returns: vDeleted,
  handler: async (ctx, { taskId }) => {
    await deleteTask(ctx, await Tasks.requireTask(ctx, taskId));
    return { success: true as const };
  },
});

/** Deletes many tasks: all of them or none. */
export const removeMany = staffMutation("task:write")({
  args: { ids: v.array(v.string()), key: v.optional(v.string()) },
  returns: vBulkDeleted,
  handler: async (caller, { key, ...sent }) => {
    const ctx = withRememberedReads(caller);
    const { ids } = parseInput(bulkDeletion, sent);
    return await answerOnce(ctx, { operation: "tasks:removeMany", key }, () =>
      BulkTasks.deleteTasks(ctx, ids),
    );
  },
});
