import { useCallback, useEffect, useState } from "react";

import { apiGet } from "../../lib/api-client.ts";
import { flag, objectOf, orNull, type Shaped, text } from "../../lib/shape.ts";

const debugInfo = objectOf({
  isAuthenticated: flag,
  sessionID: orNull(text),
  user: orNull(objectOf({ email: orNull(text), id: text })),
  cookies: orNull(text),
  headers: objectOf({ userAgent: orNull(text), host: orNull(text) }),
});

/** The facts that the server knows about this browser. */
export type DebugInfo = Shaped<typeof debugInfo>;

type DebugState = { state: "loading" } | { state: "failed" } | { state: "ready"; info: DebugInfo };

/** Reads the debug information once, and again whenever it is refreshed. */
export function useDebugInfo(): { debug: DebugState; refresh: () => Promise<void> } {
  const [debug, setDebug] = useState<DebugState>({ state: "loading" });

  const refresh = useCallback(async () => {
    try {
      const info = debugInfo(await apiGet(["/api/auth/debug"]));
      if (info === undefined) throw new Error("The debug information has another shape");
      setDebug({ state: "ready", info });
    } catch (error) {
      console.error("Failed to fetch debug info", error);
      setDebug({ state: "failed" });
    }
  }, []);

  useEffect(() => void refresh(), [refresh]);

  return { debug, refresh };
}
