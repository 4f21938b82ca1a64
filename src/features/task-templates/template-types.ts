import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";

/** A task of the master task list. */
export type TaskTemplate = FunctionReturnType<typeof api.taskTemplates.list>[number];
