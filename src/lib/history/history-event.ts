import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";

/** An event as queries return it. */
export type HistoryEvent = FunctionReturnType<typeof api.history.ofProject>["page"][number];
