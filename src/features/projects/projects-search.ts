import { z } from "zod";

/** What the address of the projects page may hold: the open dialog and its project. */
export const projectsSearch = z.object({
  dialog: z.enum(["create", "edit", "team", "assign"]).optional().catch(undefined),
  project: z.string().optional().catch(undefined),
});

export type ProjectsSearch = z.infer<typeof projectsSearch>;
