import { ConvexProvider } from "convex/react";
import { type ReactNode, useEffect, useState } from "react";

import { Toaster } from "../components/ui/toaster.tsx";
import type { FirstAnswer } from "../features/session/first-answer.ts";
import { SessionProvider } from "../features/session/session-provider.tsx";
import { convexClient } from "../lib/connection/convex.ts";
import { ConnectionBar } from "./connection-bar.tsx";

/** The providers that every screen needs: live data, the session, notifications. */
export function Providers({
  early,
  children,
}: {
  /** The answer to who is signed in, if it arrived before the first render. */
  early: FirstAnswer | null;
  children: ReactNode;
}) {
  return (
    <ConvexProvider client={convexClient}>
      <SessionProvider early={early}>{children}</SessionProvider>
      <ConnectionBar />
      <LateToaster />
    </ConvexProvider>
  );
}

/** The area of notifications. It mounts after the first paint, because its layout effects set a state. */
function LateToaster() {
  const [isLate, setLate] = useState(false);
  useEffect(() => setLate(true), []);
  return isLate && <Toaster />;
}
