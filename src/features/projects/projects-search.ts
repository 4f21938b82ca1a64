import * as z from "zod/mini";

/** The search parameters of the projects page: the open dialog and its project. */
export const projectsSearch = z.object({
  dialog: z.catch(
    z.optional(z.enum(["create", "edit", "team", "assign", "units", "delete"])),
    undefined,
  ),
  project: z.catch(z.optional(z.string()), undefined),
});

export type ProjectsSearch = z.infer<typeof projectsSearch>;
