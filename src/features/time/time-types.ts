import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";

/** A time entry as screens read it. */
export type TimeEntry = FunctionReturnType<typeof api.timeEntries.list>[number];

export type TimePeople = FunctionReturnType<typeof api.timeEntries.people>;

export type TimeProject = FunctionReturnType<typeof api.projects.list>[number];
