import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";

export type User = FunctionReturnType<typeof api.users.list>[number];
