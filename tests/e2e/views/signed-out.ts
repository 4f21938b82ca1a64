import type { View } from "../support/view.ts";

export const signedOutViews: readonly View[] = [
  { name: "the landing page", path: "/" },
  { name: "the troubleshooting page", path: "/auth-troubleshoot" },
];
