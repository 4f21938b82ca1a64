import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";

/** A note of a unit with its author. */
export type Note = FunctionReturnType<typeof api.unitNotes.list>[number];
