import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** So much of a page comes at once: its head and the early line, and a part of the first code. */
const BYTES_AT_ONCE = 20_000;

/** A line to a host on which a page stops behind its beginning, until it is released. */
export class HeldPage {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #held: (() => void)[] = [];
  #isReleased = false;

  private constructor(server: Server, hostPort: number) {
    this.#server = server;
    server.on("connection", (device) => this.#passOn(device, hostPort));
  }

  static async before(host: string): Promise<HeldPage> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new HeldPage(server, Number(new URL(host).port));
  }

  get url(): string {
    return `http://localhost:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** Lets the rest come. */
  release(): void {
    this.#isReleased = true;
    for (const passRest of this.#held) passRest();
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #passOn(device: Socket, hostPort: number): void {
    const host = connect(hostPort, "127.0.0.1");
    device.once("data", (request: Buffer) => {
      host.write(request);
      device.pipe(host);
      if (/^sec-fetch-dest: document/im.test(request.toString("latin1"))) this.#hold(host, device);
      else host.pipe(device);
    });
    for (const [socket, other] of [
      [device, host],
      [host, device],
    ] as const) {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => other.destroy());
    }
  }

  #hold(host: Socket, device: Socket): void {
    let left = BYTES_AT_ONCE;
    host.on("data", (chunk: Buffer) => {
      const passed = this.#isReleased ? chunk : chunk.subarray(0, left);
      device.write(passed);
      left -= passed.length;
      if (passed.length === chunk.length) return;
      host.pause();
      this.#held.push(() => {
        device.write(chunk.subarray(passed.length));
        host.resume();
      });
    });
  }
}
