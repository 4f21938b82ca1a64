import * as z from "zod/mini";

/** The search parameters of a team page: the open dialog, and the member it is about. */
export const teamSearch = z.object({
  dialog: z.catch(z.optional(z.enum(["assign", "contact"])), undefined),
  member: z.catch(z.optional(z.string()), undefined),
});

export type TeamSearch = z.infer<typeof teamSearch>;
