import { type Infer, v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError, must } from "../../lib/errors.ts";
import { canChangeView } from "../../rules/permissions.ts";
import { compareNames } from "../../rules/urgency.ts";
import type { QueryCtx, Viewer } from "../context/context.ts";
import { nameReader } from "../people/names.ts";

type View = Doc<"savedViews">;
type ViewerCtx = QueryCtx & Viewer;

/** The maximum number of views of one user, and of shared views, so that all of them fit one answer. */
export const maxViews = 500;

export const vSavedView = v.object({
  id: v.id("savedViews"),
  name: v.string(),
  page: v.string(),
  query: v.string(),
  shared: v.boolean(),
  createdBy: v.id("users"),
  createdByName: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
});

/** The views that the viewer sees: their own and the shared ones; with `page`, only those of that page. */
export async function listViews(ctx: ViewerCtx, page?: string): Promise<View[]> {
  const own = await listOwnViews(ctx);
  const others = (await listSharedViews(ctx)).filter(
    ({ createdBy }) => createdBy !== ctx.viewer._id,
  );
  return [...own, ...others]
    .filter((view) => page === undefined || view.page === page)
    .sort((a, b) => compareNames(a.name, b.name) || a.createdAt - b.createdAt);
}

/** The views that the viewer owns, private and shared. */
export async function listOwnViews({ db, viewer }: ViewerCtx): Promise<View[]> {
  return await db
    .query("savedViews")
    .withIndex("createdBy", (q) => q.eq("createdBy", viewer._id))
    .take(maxViews);
}

/** The views that are shared with everyone. */
export async function listSharedViews({ db }: QueryCtx): Promise<View[]> {
  return await db
    .query("savedViews")
    .withIndex("shared", (q) => q.eq("shared", true))
    .take(maxViews);
}

/** The view of a sent id, if the viewer may change it. Another user's private view is "not found". */
export async function requireViewToChange(ctx: ViewerCtx, sent: string): Promise<View> {
  const id = ctx.db.normalizeId("savedViews", sent);
  const view = id === null ? null : await ctx.db.get("savedViews", id);
  const { _id: viewerId, role } = ctx.viewer;
  if (view === null || !(view.shared || view.createdBy === viewerId))
    throw new AppError("not_found", "View not found");
  if (!canChangeView({ id: viewerId, role }, view)) {
    const who = "its owner, a project manager or an administrator";
    throw new AppError("forbidden", `A view for everyone can be changed by ${who}`);
  }
  return view;
}

/** Views in their public form. */
export async function toSavedViews(
  ctx: QueryCtx,
  views: readonly View[],
): Promise<Infer<typeof vSavedView>[]> {
  const names = nameReader(ctx);
  return await Promise.all(
    views.map(async ({ _id, createdBy, name, page, query, shared, createdAt, updatedAt }) => ({
      ...{ id: _id, name, page, query, shared, createdBy },
      createdByName: (await names.user(createdBy)) ?? "Unknown",
      createdAt: toIso(createdAt),
      updatedAt: toIso(updatedAt),
    })),
  );
}

/** A view in its public form. */
export async function toSavedView(ctx: QueryCtx, view: View): Promise<Infer<typeof vSavedView>> {
  const [told] = await toSavedViews(ctx, [view]);
  return must(told, "a view is told");
}
