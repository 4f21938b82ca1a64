import type { Doc } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "../../_generated/server.js";

export type { MutationCtx, QueryCtx };

/** The caller: the user behind the session, loaded in this very transaction. */
export type Viewer = { viewer: Doc<"users"> };

/** The context of a model function that writes: the database and the person whose write it is. */
export type WriterCtx = MutationCtx & Viewer;
