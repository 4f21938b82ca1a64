import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { Pace } from "./pace.ts";

/**
 * A line to a host that slows the messages of live connections as they are on the wire, compressed. Chromium would count
 * their bytes as the page gets them. Requests, and the opening of a live connection, are slowed by Chromium.
 */
export class LiveLine {
  /** The bytes of messages that have come from the host. */
  bytes = 0;
  readonly #server: Server;
  readonly #hostPort: number;
  readonly #open = new Set<Socket>();
  readonly #down: Pace;
  readonly #up: Pace;

  private constructor(
    server: Server,
    hostPort: number,
    line: { bytesASecond: number; latency: number },
  ) {
    const pace = { bytesASecond: line.bytesASecond, delayMs: line.latency / 2 };
    this.#server = server;
    this.#hostPort = hostPort;
    this.#down = new Pace(pace);
    this.#up = new Pace(pace);
    server.on("connection", (device) => this.#passOn(device));
  }

  static async lay(
    host: string,
    line: { bytesASecond: number; latency: number },
  ): Promise<LiveLine> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new LiveLine(server, Number(new URL(host).port), line);
  }

  get url(): string {
    return `http://localhost:${String((this.#server.address() as AddressInfo).port)}`;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
  }

  #passOn(device: Socket): void {
    const host = connect(this.#hostPort, "127.0.0.1");
    device.once("data", (first: Buffer) => {
      host.write(first);
      if (/^upgrade: websocket/im.test(first.toString("latin1"))) this.#slow(device, host);
      else {
        device.pipe(host);
        host.pipe(device);
      }
    });
    for (const [socket, other] of [
      [device, host],
      [host, device],
    ] as const) {
      this.#open.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        this.#open.delete(socket);
        other.destroy();
      });
    }
  }

  #slow(device: Socket, host: Socket): void {
    host.once("data", (opening: Buffer) => {
      device.write(opening);
      host.on("data", (chunk: Buffer) => {
        this.bytes += chunk.length;
        void this.#down.pass(chunk.length).then(() => device.writable && device.write(chunk));
      });
    });
    device.on("data", (chunk: Buffer) => {
      void this.#up.pass(chunk.length).then(() => host.writable && host.write(chunk));
    });
  }
}
