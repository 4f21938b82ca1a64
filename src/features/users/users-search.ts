import { anyText, oneOf, searchOf, text } from "../../lib/shape.ts";

/** The search parameters of the user management page: the search text, the open dialog and its user. */
export const usersSearch = searchOf({
  q: anyText,
  dialog: oneOf(["add", "role", "sessions", "relink", "delete"]),
  user: text,
});

export type UsersSearch = ReturnType<typeof usersSearch>;

/** The dialogs about one user. */
export type UserDialog = Exclude<NonNullable<UsersSearch["dialog"]>, "add">;
