import { connection, type Connection } from "../../lib/connection/connection.ts";
import { useStore } from "../use-store.ts";

/** The live connection of this window, live; a lost one comes back by itself. */
export function useConnection(): Connection {
  return useStore(connection, (now) => now);
}
