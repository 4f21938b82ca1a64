import type { OptimisticLocalStore } from "convex/browser";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { compareNames } from "../../../convex/rules/urgency.ts";
import type { SavedView } from "./use-views.ts";

type Owner = Pick<SavedView, "createdBy" | "createdByName">;
type Sent = { name: string; page: string; query: string; shared?: boolean };

/** Shows a new view at once. */
export function applyCreation(owner: Owner) {
  return (store: OptimisticLocalStore, { name, page, query, shared = false }: Sent): void => {
    const now = new Date().toISOString();
    const id = `new ${name}` as Id<"savedViews">;
    const view = { ...owner, ...{ id, name, page, query, shared }, createdAt: now, updatedAt: now };
    change(store, (views) => [...views, view]);
  };
}

/** Shows a changed view at once. */
export function applyUpdate(
  store: OptimisticLocalStore,
  { viewId, ...fields }: { viewId: string } & Partial<Omit<Sent, "page">>,
): void {
  change(store, (views) =>
    views.map((view) => (view.id === viewId ? { ...view, ...fields } : view)),
  );
}

/** Removes a view from the list at once. */
export function applyDeletion(store: OptimisticLocalStore, { viewId }: { viewId: string }): void {
  change(store, (views) => views.filter(({ id }) => id !== viewId));
}

function change(store: OptimisticLocalStore, next: (views: SavedView[]) => SavedView[]): void {
  const views = store.getQuery(api.views.list, {});
  if (!views) return;
  const changed = next(views).sort((a, b) => compareNames(a.name, b.name));
  store.setQuery(api.views.list, {}, changed);
}
