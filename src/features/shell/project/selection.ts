/** The choice of this window: nothing yet, nothing on purpose, or a project. */
export type Selection = { state: "unset" } | { state: "cleared" } | { state: "chosen"; id: string };

type Choice = {
  selection: Selection;
  /** The project of the last visit. */
  remembered: string | null;
  /** The ids of all projects, in the order of the list. */
  projectIds: readonly string[];
  /** The project in the address of this page. */
  routeId: string | undefined;
};

/**
 * The id of the selected project, or null. The address comes first, then the choice in this window, then the remembered
 * project, then the first one of the list. A deleted project never counts.
 */
export function selectedProjectId(choice: Choice): string | null {
  const { selection, remembered, projectIds, routeId } = choice;
  const exists = (id: string | null | undefined): id is string =>
    typeof id === "string" && projectIds.includes(id);

  if (exists(routeId)) return routeId;
  if (selection.state === "cleared") return null;
  if (selection.state === "chosen" && exists(selection.id)) return selection.id;
  return exists(remembered) ? remembered : (projectIds[0] ?? null);
}
