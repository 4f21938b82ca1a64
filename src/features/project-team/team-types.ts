import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";

/** A member of a project's team. */
export type TeamMember = FunctionReturnType<typeof api.projectTeams.list>[number];

/** A member of the pool. */
export type PoolMember = FunctionReturnType<typeof api.teamMembers.list>[number];
