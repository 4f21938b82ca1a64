import { ConvexReactClient } from "convex/react";

import { followConnection } from "./connection.ts";
import { reportSessionEnd } from "./session-end.ts";
import { fetchToken } from "./session-token.ts";
import { holdOpening, WatchfulWebSocket } from "./watchful-web-socket.ts";

/** The live connection to the server this page came from. */
export const convexClient = new ConvexReactClient(window.location.origin, {
  // A token lives for minutes; asking for a second one at once would run every query twice.
  initialAuthTokenReuse: true,
  webSocketConstructor: WatchfulWebSocket,
  skipConvexDeploymentUrlCheck: true,
});

followConnection(convexClient);

// Asked for together with the first answer of who is signed in, not after it.
let earlyToken: Promise<string | null> | null = fetchToken();
holdOpening(earlyToken);

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
