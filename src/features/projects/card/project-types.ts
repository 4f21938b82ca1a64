import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api.js";

/** A project as the list query returns it, with its unit count and active team. */
export type ProjectListItem = FunctionReturnType<typeof api.projects.list>[number];

export type ProjectStatus = ProjectListItem["status"];

export type TeamMember = ProjectListItem["teamMembers"][number];
