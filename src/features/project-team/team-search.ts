import { oneOf, searchOf, text } from "../../lib/shape.ts";

/** The search parameters of a team page: the open dialog and its member. */
export const teamSearch = searchOf({
  dialog: oneOf(["assign", "contact"]),
  member: text,
});

export type TeamSearch = ReturnType<typeof teamSearch>;
