import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "../../_generated/server.js";

export type { MutationCtx, QueryCtx };

/** The caller: the user behind the session, loaded in this very transaction. */
export type Viewer = { viewer: Doc<"users"> };

/** The caller of a write. The session is that of one browser; missing where the program acts for a user. */
export type Writer = Viewer & { sessionId?: Id<"sessions"> };

/** The session of a write, as rows store it. */
export function sessionOf({ sessionId }: Pick<Writer, "sessionId">) {
  return sessionId === undefined ? {} : { sessionId };
}

/** The larger act that a write belongs to. */
type Whole = {
  /** The batch of the write, and the number of its events so far by kind. */
  batch?: { id: Id<"batches">; events: Map<string, number> };
  /** The ids of the events of this transaction, in order. */
  written?: Id<"events">[];
  /** The event that the write undoes. */
  undoes?: Pick<Doc<"events">, "_id" | "undoes" | "isRedo">;
};

/**
 * The context of a model function that writes: the database, the acting user, and the larger act that the write belongs
 * to.
 */
export type WriterCtx = MutationCtx & Writer & { whole?: Whole };
