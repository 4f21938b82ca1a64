import { oneOf, searchOf, text } from "../../lib/shape.ts";

/** The search parameters of the projects page: the open dialog and its project. */
export const projectsSearch = searchOf({
  dialog: oneOf(["create", "edit", "team", "assign", "units", "delete"]),
  project: text,
});

export type ProjectsSearch = ReturnType<typeof projectsSearch>;
