import * as z from "zod/mini";

/** The search parameters of the user management page: the search text, the open dialog and its user. */
export const usersSearch = z.object({
  q: z.catch(z.optional(z.string()), undefined),
  dialog: z.catch(z.optional(z.enum(["add", "role", "sessions", "relink", "delete"])), undefined),
  user: z.catch(z.optional(z.string()), undefined),
});

export type UsersSearch = z.infer<typeof usersSearch>;

/** The dialogs about one user. */
export type UserDialog = Exclude<NonNullable<UsersSearch["dialog"]>, "add">;
