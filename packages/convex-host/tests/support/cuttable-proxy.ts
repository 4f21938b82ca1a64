import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { closeLater } from "./live-host.ts";

/** A TCP proxy between clients and a host that can delay, cut, or hold traffic in one direction or both. */
export type CuttableProxy = {
  url: string;
  /** Closes all connections; new ones are accepted. */
  cut(): void;
  /** Holds everything that the host sends until the next cut. */
  holdAnswers(): void;
  /** Holds traffic in both directions until the next cut, including the end of a connection. */
  holdAll(): void;
};

type Held = "nothing" | "answers" | "all";

/** Opens a proxy to the host at `port`; `delayMs` applies to each direction. */
export async function openProxy(port: number, { delayMs = 0 } = {}): Promise<CuttableProxy> {
  const open = new Set<Socket>();
  let held: Held = "nothing";
  const server = createServer((client) => {
    const host = connect(port, "127.0.0.1");
    for (const socket of [client, host]) {
      open.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        open.delete(socket);
        if (held === "all") return;
        client.destroy();
        host.destroy();
      });
    }
    passOn(client, host, { delayMs, isHeld: () => held === "all" });
    passOn(host, client, { delayMs, isHeld: () => held !== "nothing" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    held = "nothing";
    for (const socket of open) socket.destroy();
  };
  closeLater(async () => {
    cut();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${ownPort}`,
    cut,
    holdAnswers: () => (held = "answers"),
    holdAll: () => (held = "all"),
  };
}

function passOn(
  from: Socket,
  to: Socket,
  { delayMs, isHeld }: { delayMs: number; isHeld: () => boolean },
): void {
  from.on("data", (data) => {
    if (isHeld()) return;
    if (delayMs === 0) to.write(data);
    else setTimeout(() => to.write(data), delayMs);
  });
}
