import type { View } from "../support/view.ts";

export const userViews: readonly View[] = [{ name: "the users", path: "/user-management" }];
