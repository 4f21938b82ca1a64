import type { Doc } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "../../_generated/server.js";

export type { MutationCtx, QueryCtx };

/** Who is calling: the user behind the session, loaded in this very transaction. */
export type Viewer = { viewer: Doc<"users"> };

/** What a model function needs in order to write: the database and whose write it is. */
export type WriterCtx = MutationCtx & Viewer;
