import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** The two sockets of a proxied connection, to a browser and to a host. */
export type Ends = { device: Socket; host: Socket };

/** A proxy between browsers and a host; a test decides what passes. */
export class LineToHost {
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  private constructor(server: Server, hostPort: number, join: Join) {
    this.#server = server;
    server.on("connection", (device) => this.#passOn(device, { hostPort, join }));
  }

  /**
   * Opens a proxy. `join` connects the two sockets of a connection and gets its request, whose head the host has
   * already received.
   */
  static async lay(host: string, join: Join): Promise<LineToHost> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new LineToHost(server, Number(new URL(host).port), join);
  }

  get url(): string {
    return `http://localhost:${String((this.#server.address() as AddressInfo).port)}`;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
  }

  #passOn(device: Socket, { hostPort, join }: { hostPort: number; join: Join }): void {
    const host = connect(hostPort, "127.0.0.1");
    device.once("data", (head: Buffer) => {
      host.write(head);
      join({ device, host }, head.toString("latin1"));
    });
    tieEnds({ device, host }, this.#open);
  }
}

type Join = (ends: Ends, head: string) => void;

/** Passes everything in both directions. */
export function joinPlainly({ device, host }: Ends): void {
  device.pipe(host);
  host.pipe(device);
}

/** Closes each socket of a connection when the other one closes; `open` contains both until then. */
export function tieEnds({ device, host }: Ends, open: Set<Socket>): void {
  for (const [socket, other] of [
    [device, host],
    [host, device],
  ] as const) {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      open.delete(socket);
      other.destroy();
    });
  }
}
