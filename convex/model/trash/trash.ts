import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import { personName } from "../../lib/names.ts";
import { cursorMessage } from "../../rules/inputs/pages.ts";
import type { ListTrashInput } from "../../rules/inputs/trash.ts";
import { type TrashKind, trashKinds } from "../../rules/labels.ts";
import { vTrashKind } from "../../tables/trash.ts";
import { trashMs } from "../context/company.ts";
import type { QueryCtx } from "../context/context.ts";
import { withTrash } from "../context/trashMarks.ts";

export const vTrashItem = v.object({
  id: v.id("trash"),
  kind: vTrashKind,
  recordId: v.string(),
  name: v.string(),
  projectId: v.union(v.id("projects"), v.null()),
  projectName: v.union(v.string(), v.null()),
  unitId: v.union(v.id("units"), v.null()),
  unitName: v.union(v.string(), v.null()),
  deletedBy: v.id("users"),
  deletedByName: v.string(),
  deletedAt: v.string(),
  goneAt: v.string(),
});

export const vTrashPage = v.object({
  page: v.array(vTrashItem),
  continueCursor: v.union(v.string(), v.null()),
});

/**
 * A page of the trash, newest item first. A filter that matches nothing, such as an unknown project or kind, gives an
 * empty page.
 */
export async function trashPage(ctx: QueryCtx, { projectId: sent, ...page }: ListTrashInput) {
  const kind = trashKinds.find((one) => one === page.kind);
  if (kind !== page.kind) return { page: [], continueCursor: null };
  // The filter may name a project that is in the trash itself.
  const projectId = sent === undefined ? undefined : ctx.db.normalizeId("projects", sent);
  if (projectId === null) return { page: [], continueCursor: null };
  const before = placeOf(page.cursor);
  // One item more than the page shows tells whether another page exists.
  const found = await itemsBefore(ctx, { kind, projectId, before }).take(page.limit + 1);
  const items = found.slice(0, page.limit);
  const last = items.at(-1);
  return {
    page: await Promise.all(items.map((item) => toTrashItem(ctx, item))),
    continueCursor: found.length > page.limit && last ? String(last._creationTime) : null,
  };
}

/** The trash item of a sent id; throws "not_found" when it has been restored or removed for good. */
export async function requireTrashItem(ctx: QueryCtx, sent: string): Promise<Doc<"trash">> {
  const id = ctx.db.normalizeId("trash", sent);
  const item = id === null ? null : await ctx.db.get("trash", id);
  if (item === null) throw new AppError("not_found", "This is not in the trash any more");
  return item;
}

/** A trash item in its public form. */
export async function toTrashItem(
  ctx: QueryCtx,
  item: Doc<"trash">,
): Promise<Infer<typeof vTrashItem>> {
  const { db } = withTrash(ctx);
  const { projectId = null, unitId = null, deletedBy } = item;
  const project = projectId && (await db.get("projects", projectId));
  const unit = unitId && (await db.get("units", unitId));
  const person = await db.get("users", deletedBy);
  return {
    id: item._id,
    kind: item.kind,
    recordId: item.recordId,
    name: item.name,
    projectId,
    projectName: project?.name ?? null,
    unitId,
    unitName: unit?.name ?? null,
    deletedBy,
    deletedByName: person === null ? "Unknown" : personName(person),
    deletedAt: toIso(item.deletedAt),
    goneAt: toIso(item.deletedAt + trashMs()),
  };
}

type Filter = {
  kind: TrashKind | undefined;
  projectId: Id<"projects"> | undefined;
  before: number;
};

/** The items created before a time, newest first, from the index that covers the filter. */
function itemsBefore(ctx: QueryCtx, { kind, projectId, before }: Filter) {
  const items = ctx.db.query("trash");
  const found =
    projectId !== undefined && kind !== undefined
      ? items.withIndex("projectId_kind", (q) =>
          q.eq("projectId", projectId).eq("kind", kind).lt("_creationTime", before),
        )
      : projectId !== undefined
        ? items.withIndex("projectId", (q) =>
            q.eq("projectId", projectId).lt("_creationTime", before),
          )
        : kind !== undefined
          ? items.withIndex("kind", (q) => q.eq("kind", kind).lt("_creationTime", before))
          : items.withIndex("by_creation_time", (q) => q.lt("_creationTime", before));
  return found.order("desc");
}

function placeOf(cursor: string | null | undefined): number {
  if (cursor === undefined || cursor === null) return Infinity;
  const seen = /^\d{1,16}(\.\d{1,12})?$/.test(cursor) ? Number(cursor) : NaN;
  if (Number.isNaN(seen))
    throw new AppError("invalid", cursorMessage, [{ path: "cursor", message: cursorMessage }]);
  return seen;
}
