import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * The range lies below the ephemeral ports of systems, so that no other process gets a port that is waiting to be used.
 */
const [first, last] = [12_000, 29_999];

/** Returns a free port of this machine, for a server that starts or restarts later. */
export async function freePort(): Promise<number> {
  const port = randomInt(first, last + 1);
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return await freePort();
    throw error;
  }
  server.close();
  await once(server, "close");
  return port;
}
