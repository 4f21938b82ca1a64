import * as z from "zod";
import { baseTaskStatuses } from "../labels.ts";
import { blockInput, date, oneOf, personId } from "./fields.ts";

/** The maximum number of templates of one assignment. */
export const maxTemplatesPerAssignment = 100;

/** The assignees of a task: a user, a member of the project's team, or both. Null unassigns. */
const assigneesInput = {
  assignedToId: personId("Person").optional(),
  crewMemberId: personId("Team member").optional(),
};

/** The input of updating a task; overdue cannot be set. */
export const updateTaskInput = z.object({
  status: oneOf("Status", baseTaskStatuses).optional(),
  startDate: date("Start date").optional(),
  dueDate: date("Due date").optional(),
  completionDate: date("Completion date").optional(),
  ...blockInput,
  ...assigneesInput,
});

export type UpdateTaskInput = z.output<typeof updateTaskInput>;

/** The chosen templates of an assignment. */
export const templateIdsInput = z
  .array(z.string("Template ids must be text"), "Please select at least one task to assign.")
  .min(1, "Please select at least one task to assign.")
  .max(
    maxTemplatesPerAssignment,
    `At most ${maxTemplatesPerAssignment} tasks can be assigned at once`,
  );

/** The input of an assignment: the templates, and the assignees of their tasks. */
export const assignTasksInput = z.object({ templateIds: templateIdsInput, ...assigneesInput });

/** The target of an assignment: one unit, or every unit of a project. */
export type AssignmentTarget = { unitId: string } | { projectId: string };

/** The target of an assign dialog; throws when the dialog names neither a unit nor a project, which is a defect. */
export function assignmentTarget(mode: {
  unitId?: string | null;
  projectId?: string | null;
}): AssignmentTarget {
  if (mode.unitId) return { unitId: mode.unitId };
  if (mode.projectId) return { projectId: mode.projectId };
  throw new Error("Invalid assignment mode");
}
