import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";
import { roleLabel } from "../../../convex/rules/labels.ts";
import { fullName } from "../../lib/format.ts";
import { whenUsed } from "../../lib/when-used.ts";

/** A user as the list carries it. */
export type User = FunctionReturnType<typeof api.users.list>[number];

/** The users by name, only those with every searched word in their name, email address or role. */
export function shownUsers(users: readonly User[], search: string): User[] {
  const words = search.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  const isFound = (user: User) => {
    const text = `${fullName(user)} ${user.email ?? ""} ${roleLabel(user.role)}`;
    const lower = text.toLocaleLowerCase();
    return words.every((word) => lower.includes(word));
  };
  return users.filter(isFound).sort((a, b) => byName().compare(fullName(a), fullName(b)));
}

// Comparing with a collator made once is many times as fast as localeCompare.
const byName = whenUsed(() => new Intl.Collator(undefined, { sensitivity: "base", numeric: true }));
