import type { Means } from "./operation.ts";

/** The connection to the server. */
export interface Line {
  isConnected: () => boolean;
  /** True when requests are sent in the session of this person. */
  isSignedInAs: (person: string) => boolean;
  /** Calls the listener when either value changes. Returns a function that removes it. */
  subscribe: (listener: () => void) => () => void;
  /** The time in ms by which the device's clock is behind the server's; undefined while unknown. */
  clockLag: () => number | undefined;
  mutation: Means["mutation"];
}

/** The part of the browser's lock manager that is used here. */
export type Locks = Pick<LockManager, "request">;
