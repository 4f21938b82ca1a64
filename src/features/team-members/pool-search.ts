import { anyText, oneOf, searchOf, text } from "../../lib/shape.ts";
import { memberRoles } from "../../../convex/rules/labels.ts";

export const POOL_SORTS = ["name", "role", "trade", "projects"] as const;

/** The search parameters of the pool: search text, filters, order, and the open dialog with its member. */
export const poolSearch = searchOf({
  q: anyText,
  role: oneOf(memberRoles),
  trade: anyText,
  assignment: oneOf(["assigned", "unassigned"]),
  sort: oneOf(POOL_SORTS),
  dir: oneOf(["desc"]),
  dialog: oneOf(["add", "edit"]),
  member: text,
});

export type PoolSearch = ReturnType<typeof poolSearch>;

export type PoolSort = (typeof POOL_SORTS)[number];
