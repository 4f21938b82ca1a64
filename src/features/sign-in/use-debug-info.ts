import { useCallback, useEffect, useState } from "react";
import * as z from "zod/mini";

import { apiGet } from "../../lib/api-client.ts";

const debugInfo = z.looseObject({
  isAuthenticated: z.boolean(),
  sessionID: z.nullable(z.string()),
  user: z.nullable(z.object({ email: z.nullable(z.string()), id: z.string() })),
  cookies: z.nullable(z.string()),
  headers: z.object({ userAgent: z.nullable(z.string()), host: z.nullable(z.string()) }),
});

/** The facts that the server sees of this browser. */
export type DebugInfo = z.infer<typeof debugInfo>;

type DebugState = { state: "loading" } | { state: "failed" } | { state: "ready"; info: DebugInfo };

/** Reads the debug information once, and again whenever it is refreshed. */
export function useDebugInfo(): { debug: DebugState; refresh: () => Promise<void> } {
  const [debug, setDebug] = useState<DebugState>({ state: "loading" });

  const refresh = useCallback(async () => {
    try {
      const info = debugInfo.parse(await apiGet(["/api/auth/debug"]));
      setDebug({ state: "ready", info });
    } catch (error) {
      console.error("Failed to fetch debug info", error);
      setDebug({ state: "failed" });
    }
  }, []);

  useEffect(() => void refresh(), [refresh]);

  return { debug, refresh };
}
