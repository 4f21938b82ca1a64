import { ConvexReactClient } from "convex/react";

import { followConnection } from "./connection.ts";
import { reportSessionEnd } from "./session-end.ts";
import { firstToken, ReadyWebSocket } from "../early-line.ts";
import { fetchToken, fetchTokenLater } from "./session-token.ts";
import { holdOpening } from "./watchful-web-socket.ts";

/** The live connection to the server this page came from. */
export const convexClient = new ConvexReactClient(window.location.origin, {
  // A token lives for minutes; asking for a second one at once would run every query twice.
  initialAuthTokenReuse: true,
  webSocketConstructor: ReadyWebSocket,
  skipConvexDeploymentUrlCheck: true,
});

followConnection(convexClient);

// Asked for together with the first answer of who is signed in, not after it.
let nextToken: Promise<string | null> | null = firstToken;
holdOpening(firstToken);

/** Says that the server knew no session when it was asked last. */
let isSessionOver = false;

/** Counts how often the client gave up since it was signed in last. */
let givenUp = 0;

/** Signs the live connection in with the session of the cookie, and keeps it signed in. */
export function authenticateConnection(): void {
  convexClient.setAuth(async () => {
    const asked = nextToken ?? fetchToken();
    nextToken = null;
    const token = await asked;
    isSessionOver = token === null;
    return token;
  }, noteSignIn);
}

/**
 * The client gives up after three tokens that were refused, and goes on as nobody. A host whose key is another by now
 * refuses the tokens of before, so that says nothing about the session: the server itself is asked again.
 */
function noteSignIn(isAuthenticated: boolean): void {
  if (isAuthenticated) givenUp = 0;
  else if (isSessionOver) reportSessionEnd();
  else {
    nextToken = fetchTokenLater(givenUp);
    givenUp += 1;
    holdOpening(nextToken);
    authenticateConnection();
  }
}
