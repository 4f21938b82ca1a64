import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";

/** A unit as lists show it, with its task counts and latest photos. */
export type UnitListItem = FunctionReturnType<typeof api.units.list>[number];
