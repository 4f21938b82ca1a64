import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to who asks for any, so that no other process is given one that waits to be used. */
const [first, last] = [12_000, 29_999];

/** A port of this machine at which nobody listens, for a server that starts later, or again. */
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
