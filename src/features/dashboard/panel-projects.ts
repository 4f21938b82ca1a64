const PANEL_SIZE = 3;

/** The projects of the panel: the first three of the list, active ones before all others. */
export function panelProjects<P extends { status: string }>(projects: readonly P[]): P[] {
  const isActive = (project: P) => project.status === "active";
  return [...projects.filter(isActive), ...projects.filter((project) => !isActive(project))].slice(
    0,
    PANEL_SIZE,
  );
}
