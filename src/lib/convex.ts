import { ConvexReactClient } from "convex/react";

import { reportSessionEnd } from "./session-end.ts";
import { WatchfulWebSocket } from "./watchful-web-socket.ts";

const TOKEN_RETRY_MS = 1000;

/** The live connection to the server this page came from. */
export const convexClient = new ConvexReactClient(window.location.origin, {
  // A token lives for minutes; asking for a second one at once would run every query twice.
  initialAuthTokenReuse: true,
  webSocketConstructor: WatchfulWebSocket,
  skipConvexDeploymentUrlCheck: true,
});

// Asked for together with the first answer of who is signed in, not after it.
let earlyToken: Promise<string | null> | null = fetchToken();

/** Signs the live connection in with the session of the cookie, and keeps it signed in. */
export function authenticateConnection(): void {
  convexClient.setAuth(
    async () => {
      const token = earlyToken ?? fetchToken();
      earlyToken = null;
      return await token;
    },
    (isAuthenticated) => {
      if (!isAuthenticated) reportSessionEnd();
    },
  );
}

/**
 * A short-lived token, or null when the server knows no session. An unreachable server says nothing
 * about the session, so it is asked again until it answers.
 */
async function fetchToken(): Promise<string | null> {
  for (;;) {
    const response = await fetch("/api/auth/token", { credentials: "include" }).catch(() => null);
    if (response?.ok === true) return tokenOf(await response.json());
    if (response?.status === 401) return null;
    await new Promise((resolve) => setTimeout(resolve, TOKEN_RETRY_MS));
  }
}

function tokenOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("token" in body)) return null;
  return typeof body.token === "string" ? body.token : null;
}
