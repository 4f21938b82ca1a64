import { connection, type Connection } from "../../lib/connection/connection.ts";
import { useStore } from "../use-store.ts";

/** The state of this window's connection, live; the client reconnects by itself. */
export function useConnection(): Connection {
  return useStore(connection, (now) => now);
}
