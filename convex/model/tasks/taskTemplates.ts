import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import type { QueryCtx } from "../context/context.ts";

/** The maximum number of task templates. */
export const maxTemplates = 1000;

const nullableText = v.union(v.string(), v.null());

export const vTaskTemplate = v.object({
  id: v.id("taskTemplates"),
  name: v.string(),
  description: nullableText,
  category: nullableText,
  estimatedHours: v.union(v.number(), v.null()),
  sortOrder: v.number(),
  isDefault: v.boolean(),
  createdAt: v.string(),
});

/** A task template in its public form. */
export function toTaskTemplate(template: Doc<"taskTemplates">) {
  return {
    id: template._id,
    name: template.name,
    description: template.description ?? null,
    category: template.category ?? null,
    estimatedHours: template.estimatedHours ?? null,
    sortOrder: template.sortOrder,
    isDefault: template.isDefault,
    createdAt: toIso(template.createdAt),
  };
}

/** The task templates that are not retired, by sort order, then name. */
export async function listTemplates(ctx: QueryCtx): Promise<Doc<"taskTemplates">[]> {
  return await ctx.db
    .query("taskTemplates")
    .withIndex("retiredAt_sortOrder_name", (q) => q.eq("retiredAt", undefined))
    .take(maxTemplates);
}

/**
 * The templates of the sent ids, each once, in the order of the master task list; throws for an unknown or retired one.
 */
export async function requireTemplates(
  ctx: QueryCtx,
  sent: readonly string[],
): Promise<Doc<"taskTemplates">[]> {
  const templates = await Promise.all([...new Set(sent)].map((id) => requireTemplate(ctx, id)));
  return templates.sort(byListOrder);
}

/** The template of a sent id; throws "not_found" when it is unknown or retired. */
export async function requireTemplate(ctx: QueryCtx, sent: string): Promise<Doc<"taskTemplates">> {
  const id = ctx.db.normalizeId("taskTemplates", sent);
  const template = id === null ? null : await ctx.db.get("taskTemplates", id);
  if (template === null || template.retiredAt !== undefined)
    throw new AppError("not_found", "Task template not found");
  return template;
}

function byListOrder(a: Doc<"taskTemplates">, b: Doc<"taskTemplates">): number {
  return a.sortOrder - b.sortOrder || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}
