import { createContext, useContext } from "react";

import type { Viewer } from "./use-viewer.ts";

/** The state of the sign-in in this window. */
export type Session =
  | { state: "loading" }
  | { state: "failed"; error: unknown; retry: () => void }
  | { state: "signed-out" }
  | { state: "signed-in"; viewer: Viewer };

/** Carries the session to the whole app. */
export const SessionContext = createContext<Session>({ state: "loading" });

/** The session of this window, live: signing out anywhere else ends it here too. */
export function useSession(): Session {
  return useContext(SessionContext);
}
