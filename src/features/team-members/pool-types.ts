import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";

/** A member of the pool with the projects they are assigned to. */
export type PoolMember = FunctionReturnType<typeof api.teamMembers.list>[number];
