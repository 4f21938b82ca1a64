import type { View } from "../support/view.ts";

export const reportViews: readonly View[] = [{ name: "the reports", path: "/reports" }];
