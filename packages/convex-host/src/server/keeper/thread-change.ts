import type { ThreadStart } from "../../wire/thread-start.ts";

type Once = Pick<ThreadStart, "variableChanges" | "importId" | "isFirst">;

/** What a new thread has in place of what the old one had. */
export type ThreadChange = Partial<Pick<ThreadStart, "appBundle"> & Once>;

/** A start that changes nothing. */
export const noChange: Once = { variableChanges: [], importId: null, isFirst: false };
