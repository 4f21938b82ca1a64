import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";

import { Toaster } from "../components/ui/toaster.tsx";
import { SessionProvider } from "../features/session/session-provider.tsx";
import { convexClient } from "../lib/connection/convex.ts";
import { ConnectionBar } from "./connection-bar.tsx";

/** The providers that every screen stands on: live data, the session, notifications. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ConvexProvider client={convexClient}>
      <SessionProvider>{children}</SessionProvider>
      <ConnectionBar />
      <Toaster />
    </ConvexProvider>
  );
}
