import { searchOf, text } from "../../lib/shape.ts";

/** The search parameters of the trash: its filters, and the item that is about to be removed for good. */
export const trashSearch = searchOf({
  kind: text,
  project: text,
  remove: text,
});

export type TrashSearch = ReturnType<typeof trashSearch>;

/** The filters as arguments of the function; a filter that is not chosen is left out. */
export function filterOf({ kind, project }: TrashSearch) {
  return {
    ...(kind !== undefined && { kind }),
    ...(project !== undefined && { projectId: project }),
  };
}

export type TrashFilter = ReturnType<typeof filterOf>;
