import * as z from "zod";
import { pageInput } from "./pages.ts";

/** A page of the trash: of one kind, or of what was deleted from one project. */
export const listTrashInput = z.object({
  kind: z.string("Kind must be text").optional(),
  projectId: z.string("Project must be text").optional(),
  ...pageInput,
});

export type ListTrashInput = z.output<typeof listTrashInput>;
