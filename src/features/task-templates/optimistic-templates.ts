import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import { inNewOrder } from "../../../convex/rules/ordering.ts";

/** A task of the master task list. */
export type TaskTemplate = FunctionReturnType<typeof api.taskTemplates.list>[number];

/** Shows the new order of task templates at once. */
export function applyTemplateOrder(
  store: OptimisticLocalStore,
  { templateIds }: { templateIds: string[] },
): void {
  changeList(store, (list) => inNewOrder(list, templateIds, (template) => template.id));
}

/** Removes a retired task template from the list at once. */
export function applyTemplateRetirement(
  store: OptimisticLocalStore,
  { templateId }: { templateId: string },
): void {
  changeList(store, (list) => list.filter((template) => template.id !== templateId));
}

function changeList(
  store: OptimisticLocalStore,
  change: (list: TaskTemplate[]) => TaskTemplate[],
): void {
  const list = store.getQuery(api.taskTemplates.list, {});
  if (list) store.setQuery(api.taskTemplates.list, {}, change(list));
}
