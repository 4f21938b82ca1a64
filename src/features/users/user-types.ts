import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";

/** The dialogs about one user. */
export type UserDialog = "role" | "sessions" | "relink" | "delete";

export type User = FunctionReturnType<typeof api.users.list>[number];
