import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "../../_generated/server.js";

export type { MutationCtx, QueryCtx };

/** The caller: the user behind the session, loaded in this very transaction. */
export type Viewer = { viewer: Doc<"users"> };

/** The larger act that a write belongs to. */
type Whole = {
  /** The batch of the write, and the events that it has had so far, by kind. */
  batch?: { id: Id<"batches">; events: Map<string, number> };
  /** The events of this transaction, in their order. */
  written?: Id<"events">[];
  /** The event that the write takes back. */
  undoes?: Pick<Doc<"events">, "_id" | "undoes" | "isRedo">;
};

/** The context of a model function that writes: the database, the person whose write it is, and what it belongs to. */
export type WriterCtx = MutationCtx & Viewer & { whole?: Whole };
