import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";

/** A task as every signed-in reader receives it. */
export type Task = FunctionReturnType<typeof api.tasks.list>[number];

/** A task template from which tasks of units are made. */
export type TaskTemplate = FunctionReturnType<typeof api.taskTemplates.list>[number];

/** The statuses that a person can give a task; overdue is only ever derived. */
export type BaseTaskStatus = Task["baseStatus"];

/** The statuses that a task shows, overdue included. */
export type TaskStatus = Task["status"];
