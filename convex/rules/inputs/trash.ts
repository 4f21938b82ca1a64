import * as z from "zod";
import { pageInput } from "./pages.ts";

/** The input of a page of the trash, optionally of one kind or of one project. */
export const listTrashInput = z.object({
  kind: z.string("Kind must be text").optional(),
  projectId: z.string("Project must be text").optional(),
  ...pageInput,
});

export type ListTrashInput = z.output<typeof listTrashInput>;
