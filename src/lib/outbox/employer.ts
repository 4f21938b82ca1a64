import type { Database } from "./database.ts";
import type { Operation } from "./operation.ts";

/** The outbox for which a sender works. */
export interface Employer {
  database: Database;
  operations: () => readonly Operation[];
  change: Database["change"];
  /** Reads the operations that another tab has stored, and sends them too. */
  look: () => void;
  /** Rejects when the device cannot remove the operation. */
  confirmed: (id: string, created: string | undefined) => Promise<void>;
  refused: (id: string, error: unknown) => Promise<void>;
  /** True while a screen of this tab waits for the answer to an operation. */
  isAwaited: (id: string) => boolean;
  signedOut: () => void;
}
