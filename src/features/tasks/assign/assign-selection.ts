import type { TaskTemplate } from "../../../lib/optimistic/task-change.ts";

/** The templates still to be assigned: those that are not hidden. */
export function listAvailable(
  templates: readonly TaskTemplate[],
  hiddenIds: ReadonlySet<string>,
): TaskTemplate[] {
  return templates.filter((template) => !hiddenIds.has(template.id));
}

/** The selection with this template added, or removed if it was selected. */
export function toggleOne(selection: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Every listed template, or none of them when all were selected. */
export function toggleAll(
  selection: ReadonlySet<string>,
  listed: readonly TaskTemplate[],
): ReadonlySet<string> {
  const next = new Set(selection);
  const all = isAllSelected(selection, listed);
  for (const { id } of listed) {
    if (all) next.delete(id);
    else next.add(id);
  }
  return next;
}

/** True when the list is not empty and all of it is selected. */
export function isAllSelected(
  selection: ReadonlySet<string>,
  listed: readonly TaskTemplate[],
): boolean {
  return listed.length > 0 && listed.every((template) => selection.has(template.id));
}

/** The selected templates that are listed, in list order: others may have been assigned meanwhile. */
export function selectedIds(
  selection: ReadonlySet<string>,
  listed: readonly TaskTemplate[],
): string[] {
  return listed.filter((template) => selection.has(template.id)).map((template) => template.id);
}

/** The label of the submit button. */
export function assignLabel(count: number): string {
  return `Assign ${count} ${count === 1 ? "Task" : "Tasks"}`;
}
