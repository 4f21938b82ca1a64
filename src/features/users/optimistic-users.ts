import type { OptimisticLocalStore } from "convex/browser";
import { api } from "../../../convex/_generated/api.js";
import type { User } from "./user-filter.ts";

/** Shows a user's new role at once. */
export function applyRole(
  store: OptimisticLocalStore,
  { userId, role }: { userId: string; role: string },
): void {
  changeList(store, (users) =>
    users.map((user) => (user.id === userId ? { ...user, role } : user)),
  );
}

/** Removes a deleted user from the list at once. */
export function applyUserDeletion(
  store: OptimisticLocalStore,
  { userId }: { userId: string },
): void {
  changeList(store, (users) => users.filter((user) => user.id !== userId));
}

function changeList(store: OptimisticLocalStore, change: (users: User[]) => User[]): void {
  const users = store.getQuery(api.users.list, {});
  if (users) store.setQuery(api.users.list, {}, change(users));
}
