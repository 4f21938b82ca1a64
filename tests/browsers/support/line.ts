import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { freePort } from "../../support/free-port.ts";
import { joinPlainly, tieEnds } from "../../support/line-to-host.ts";

/** A TCP proxy to a host on this machine. While cut, it refuses all connections, like a missing network. */
export class Line {
  readonly #open = new Set<Socket>();
  readonly #server: Server;
  readonly port: number;
  readonly hostPort: number;

  private constructor(server: Server, port: number, hostPort: number) {
    this.#server = server;
    this.port = port;
    this.hostPort = hostPort;
    server.on("connection", (client) => this.#passOn(client));
  }

  /** Opens a proxy and reserves the port at which a host will listen. */
  static async lay(): Promise<Line> {
    const server = createServer();
    const port = await listen(server, 0);
    return new Line(server, port, await freePort());
  }

  get url(): string {
    return `http://localhost:${String(this.port)}`;
  }

  async cut(): Promise<void> {
    const closed = close(this.#server);
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  async mend(): Promise<void> {
    if (!this.#server.listening) await listen(this.#server, this.port);
  }

  #passOn(device: Socket): void {
    const ends = { device, host: connect(this.hostPort, "127.0.0.1") };
    tieEnds(ends, this.#open);
    joinPlainly(ends);
  }
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  await closed;
}
