import type { FunctionReturnType } from "convex/server";

import type { api } from "../../../convex/_generated/api.js";

/** The figures of the dashboard. */
export type Summary = FunctionReturnType<typeof api.dashboard.summary>;

/** One line of the recent activity. */
export type Activity = Summary["recentActivity"][number];

/** A project of the list. */
export type Project = FunctionReturnType<typeof api.projects.list>[number];
