import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../../convex/_generated/api.js";
import { projectStatuses } from "../../../../convex/rules/labels.ts";

/** Shows a project's new status at once. */
export function applyProjectStatus(
  store: OptimisticLocalStore,
  { projectId, status: sent }: FunctionArgs<typeof api.projects.update>,
): void {
  const projects = store.getQuery(api.projects.list, {});
  const status = projectStatuses.find((known) => known === sent);
  if (!projects || !status) return;
  const actualCompletionDate = status === "completed" ? new Date().toISOString() : null;
  store.setQuery(
    api.projects.list,
    {},
    projects.map((project) =>
      project.id === projectId ? { ...project, status, actualCompletionDate } : project,
    ),
  );
}

/** Removes a deleted project from the list at once. */
export function applyProjectDeletion(
  store: OptimisticLocalStore,
  { projectId }: { projectId: string },
): void {
  const projects = store.getQuery(api.projects.list, {});
  if (!projects) return;
  store.setQuery(
    api.projects.list,
    {},
    projects.filter((project) => project.id !== projectId),
  );
}
