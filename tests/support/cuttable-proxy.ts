import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { closeLater } from "./live-host.ts";

/** A line between clients and a host that can be cut, or go silent in one direction. */
export type CuttableProxy = {
  url: string;
  /** Breaks all connections. New ones may come. */
  cut(): void;
  /** Nothing the host says gets through until the next cut. */
  holdAnswers(): void;
};

/** Opens such a line to the host at `port`. */
export async function openProxy(port: number): Promise<CuttableProxy> {
  const open = new Set<Socket>();
  let holdsAnswers = false;
  const server = createServer((client) => {
    const host = connect(port, "127.0.0.1");
    for (const socket of [client, host]) {
      open.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        host.destroy();
      });
    }
    client.pipe(host);
    host.on("data", (data) => {
      if (!holdsAnswers) client.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    holdsAnswers = false;
    for (const socket of open) socket.destroy();
  };
  closeLater(async () => {
    cut();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port: ownPort } = server.address() as AddressInfo;
  return { url: `http://localhost:${ownPort}`, cut, holdAnswers: () => (holdsAnswers = true) };
}
