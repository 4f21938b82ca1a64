import * as z from "zod";
import { api } from "../../_generated/api.js";
import type { Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import { vAssignmentProgress } from "../../model/tasks/assignments.ts";
import { bulkChange, bulkDeletion } from "../../rules/inputs/bulk.ts";
import { assignTasksInput, updateTaskInput } from "../../rules/inputs/tasks.ts";
import { orderInput } from "../../rules/inputs/ordering.ts";
import {
  actFields,
  type Call,
  changeRoute,
  done,
  readRoute,
  requestKey,
} from "../door/endpoint.ts";
import { pause } from "../door/pause.ts";
import type { Route } from "../door/route.ts";

const chosenTemplates = assignTasksInput.safeExtend(requestKey);

export const taskRoutes: readonly Route[] = [
  readRoute("/api/units/:unitId/tasks", {
    summary: "The tasks of a unit by sort order, then age, then name",
    calls: api.tasks.list,
  }),
  changeRoute("POST", "/api/units/:unitId/tasks/from-templates", {
    summary:
      "Create the tasks of the chosen templates that the unit does not have yet; the new ones",
    calls: api.tasks.assignToUnit,
    body: chosenTemplates,
    status: 201,
  }),
  changeRoute("POST", "/api/units/:unitId/task-order", {
    summary: "Put the sent tasks of a unit in the order sent; its others keep their places",
    calls: api.tasks.reorder,
    body: z.object({ taskIds: orderInput }),
    answer: done,
  }),
  readRoute("/api/projects/:projectId/tasks/assigned", {
    summary: "The templates that every unit of a project has already",
    calls: api.tasks.assigned,
  }),
  changeRoute("POST", "/api/projects/:projectId/tasks/apply-to-all", {
    summary: "Create the missing tasks of the chosen templates in every unit of a project",
    calls: api.tasks.assignToAllUnits,
    body: chosenTemplates,
    status: 201,
    answer: {
      shape: vAssignmentProgress,
      of: async ({ pending, ...progress }, call) =>
        pending === null ? progress : await assignmentEnd(pending, call),
    },
  }),
  changeRoute("PATCH", "/api/tasks", {
    summary: "Make one change in up to 500 tasks: in all of them, or in none",
    calls: api.tasks.updateMany,
    body: bulkChange(updateTaskInput).safeExtend(requestKey),
  }),
  changeRoute("POST", "/api/tasks/delete", {
    summary: "Delete up to 500 tasks: all of them, or none",
    calls: api.tasks.removeMany,
    body: bulkDeletion.safeExtend(requestKey),
  }),
  changeRoute("PATCH", "/api/tasks/:taskId", {
    summary: "Update the sent fields of a task and what follows from them",
    calls: api.tasks.update,
    body: updateTaskInput.safeExtend(actFields),
  }),
  changeRoute("DELETE", "/api/tasks/:taskId", {
    summary: "Delete a task from its unit",
    calls: api.tasks.remove,
  }),
];

/** Waits for the end of an assignment that goes on in steps; throws when it ended incomplete. */
async function assignmentEnd(assignmentId: Id<"bulkAssignments">, { ctx, session }: Call) {
  for (;;) {
    const run = await ctx.runQuery(api.tasks.assignment, { session, assignmentId });
    const { status, ...progress } = run;
    if (status === "done") return progress;
    if (status !== "running")
      throw new AppError("conflict", "The assignment was stopped; send it again to complete it.");
    await pause();
  }
}
