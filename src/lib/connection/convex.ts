import { ConvexReactClient } from "convex/react";

import { followConnection } from "./connection.ts";
import { reportSessionEnd } from "./session-end.ts";
import { firstToken, ReadyWebSocket } from "../early-line.ts";
import { fetchToken, fetchTokenLater } from "./session-token.ts";
import { holdOpening } from "./watchful-web-socket.ts";

/** The live connection to the server that sent this page. */
export const convexClient = new ConvexReactClient(window.location.origin, {
  // A token lives for minutes; a second request for one at the start would run every query twice.
  initialAuthTokenReuse: true,
  webSocketConstructor: ReadyWebSocket,
  skipConvexDeploymentUrlCheck: true,
});

followConnection(convexClient);

// The first token is requested together with the session, and not after it.
let nextToken: Promise<string | null> | null = firstToken;
holdOpening(firstToken);

/** True when the server knew no session at the last token request. */
let isSessionOver = false;

/** The number of times that the client has given up since it was last signed in. */
let givenUp = 0;

/** Authenticates the live connection with the session cookie, and renews its tokens. */
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
 * Handles a change of the client's authentication. The client gives up after three refused tokens and continues
 * unauthenticated. A host whose signing key has changed refuses all older tokens, so a refusal says nothing about the
 * session: the server is asked for a new token.
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
