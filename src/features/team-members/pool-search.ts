import * as z from "zod/mini";
import { memberRoles } from "../../../convex/rules/labels.ts";

export const POOL_SORTS = ["name", "role", "trade", "projects"] as const;

const maybe = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined);

/** The search parameters of the pool: search text, filters, order, and the open dialog with its member. */
export const poolSearch = z.object({
  q: maybe(z.coerce.string()),
  role: maybe(z.enum(memberRoles)),
  trade: maybe(z.coerce.string()),
  assignment: maybe(z.enum(["assigned", "unassigned"])),
  sort: maybe(z.enum(POOL_SORTS)),
  dir: maybe(z.literal("desc")),
  dialog: maybe(z.enum(["add", "edit"])),
  member: maybe(z.string()),
});

export type PoolSearch = z.infer<typeof poolSearch>;

export type PoolSort = (typeof POOL_SORTS)[number];
