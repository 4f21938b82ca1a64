import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** The two ends of a connection, from a browser and to a host. */
export type Ends = { device: Socket; host: Socket };

/** A line between browsers and a host, on which a test decides what goes through. */
export class LineToHost {
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  private constructor(server: Server, hostPort: number, join: Join) {
    this.#server = server;
    server.on("connection", (device) => this.#passOn(device, { hostPort, join }));
  }

  /** Lays it. `join` joins the ends of a connection, whose request it is told; the head of that has gone to the host. */
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

/** Lets everything through. */
export function joinPlainly({ device, host }: Ends): void {
  device.pipe(host);
  host.pipe(device);
}

/** Ends each end of a connection with the other; `open` has both until then. */
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
