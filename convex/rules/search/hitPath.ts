/** The kinds of records that the search by name finds. */
export const hitTypes = ["project", "unit", "person", "template"] as const;

/** The fields of a hit that its address is made of. */
export interface Hit {
  type: (typeof hitTypes)[number];
  id: string;
  projectId: string | null;
}

/** The address of the page that shows a hit; for a person, the board with their tasks. */
export function hitPath({ type, id, projectId }: Hit): string {
  switch (type) {
    case "project":
      return `/projects/${id}/units`;
    case "unit":
      return `/projects/${projectId ?? ""}/units?unit=${id}`;
    case "person":
      return `/board?who=${id}`;
    case "template":
      return `/task-templates?template=${id}`;
  }
}

/** The kinds of records that the full-text search finds. */
export const textHitTypes = ["task", "note"] as const;

/** The address that opens the unit of a task or a note and scrolls to it. */
export function textHitPath(hit: {
  type: (typeof textHitTypes)[number];
  id: string;
  unitId: string;
  projectId: string;
}): string {
  const { type, id, unitId, projectId } = hit;
  const place = type === "task" ? `task=${id}` : `tab=notes&note=${id}`;
  return `/projects/${projectId}/units?unit=${unitId}&${place}`;
}
