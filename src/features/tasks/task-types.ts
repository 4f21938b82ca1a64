import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";

/** A task as every signed-in reader receives it. */
export type Task = FunctionReturnType<typeof api.tasks.list>[number];

/** A task template from which tasks of units are made. */
export type TaskTemplate = FunctionReturnType<typeof api.taskTemplates.list>[number];

/** What a task can be told to be; overdue is only ever derived. */
export type BaseTaskStatus = Task["baseStatus"];

/** What a task shows, overdue included. */
export type TaskStatus = Task["status"];
