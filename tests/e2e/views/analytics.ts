import type { View } from "../support/view.ts";

export const analyticsViews: readonly View[] = [{ name: "the analytics", path: "/analytics" }];
