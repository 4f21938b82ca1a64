import * as z from "zod/mini";

/** The search parameters of the trash: its filters, and the item that is about to be removed for good. */
export const trashSearch = z.object({
  kind: z.catch(z.optional(z.string()), undefined),
  project: z.catch(z.optional(z.string()), undefined),
  remove: z.catch(z.optional(z.string()), undefined),
});

export type TrashSearch = z.infer<typeof trashSearch>;

/** The filters as the function takes them; what is not chosen is left out. */
export function filterOf({ kind, project }: TrashSearch) {
  return {
    ...(kind !== undefined && { kind }),
    ...(project !== undefined && { projectId: project }),
  };
}

export type TrashFilter = ReturnType<typeof filterOf>;
