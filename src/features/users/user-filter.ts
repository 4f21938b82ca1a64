import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";
import { roleLabel } from "../../../convex/rules/labels.ts";
import { fullName } from "../../lib/format.ts";
import { compareTexts } from "../../lib/compare-texts.ts";

/** A user as the list query returns it. */
export type User = FunctionReturnType<typeof api.users.list>[number];

/** The users by name whose name, email address or role contains every searched word. */
export function shownUsers(users: readonly User[], search: string): User[] {
  const words = search.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  const isFound = (user: User) => {
    const text = `${fullName(user)} ${user.email ?? ""} ${roleLabel(user.role)}`;
    const lower = text.toLocaleLowerCase();
    return words.every((word) => lower.includes(word));
  };
  return users.filter(isFound).sort((a, b) => compareTexts(fullName(a), fullName(b)));
}
