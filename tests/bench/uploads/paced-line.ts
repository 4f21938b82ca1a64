import { once } from "node:events";
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Transform } from "node:stream";
import { Pace } from "../line/pace.ts";

/** One photo in transfer. */
export interface Sending {
  /** The key that the device gave the photo. */
  key: string;
  /** The bytes of the request's body that have passed. */
  bytes: number;
  /** True if the server has stored it. */
  isStored: boolean;
}

const photoKey = /name="key"\r\n\r\n([^\r]+)/;

/**
 * A proxy to a host that limits the bandwidth of uploads. A cut closes all connections and refuses new ones. The proxy
 * can also drop the next response to a photo, so that the server has stored it and the device does not know.
 */
export class PacedLine {
  readonly sendings: Sending[] = [];
  readonly #hostPort: number;
  readonly #pace: Pace;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;
  #swallows = false;

  private constructor(host: string, bytesASecond: number) {
    this.#hostPort = Number(new URL(host).port);
    this.#pace = new Pace({ bytesASecond });
    this.#server = createServer((asked, answer) => this.#passOn(asked, answer));
    this.#server.on("connection", (socket: Socket) => this.#own(socket));
    this.#server.on("upgrade", (asked: IncomingMessage, socket: Socket) =>
      this.#join(asked, socket),
    );
  }

  /** Opens a proxy to the host at this address. */
  static async lay(host: string, bytesASecond: number): Promise<PacedLine> {
    const line = new PacedLine(host, bytesASecond);
    await line.mend();
    return line;
  }

  get url(): string {
    return `http://localhost:${String(this.#port)}`;
  }

  /** Closes every connection and refuses new ones. */
  async cut(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#pace.clear();
    await closed;
  }

  async mend(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  swallowNextAnswer(): void {
    this.#swallows = true;
  }

  #passOn(asked: IncomingMessage, answer: ServerResponse): void {
    const { method, url, headers } = asked;
    const isPhoto = method === "POST" && url === "/api/photos";
    const sending: Sending = { key: "", bytes: 0, isStored: false };
    if (isPhoto) this.sendings.push(sending);
    const onward = request(
      { port: this.#hostPort, host: "127.0.0.1", method, path: url, headers },
      (from) => {
        sending.isStored = from.statusCode === 200 || from.statusCode === 201;
        if (isPhoto && sending.isStored && this.#swallows) {
          this.#swallows = false;
          asked.socket.destroy();
          return;
        }
        answer.writeHead(from.statusCode ?? 502, from.headers);
        from.pipe(answer);
      },
    );
    onward.on("error", () => answer.destroy());
    asked.on("error", () => onward.destroy());
    answer.on("close", () => answer.writableFinished || onward.destroy());
    this.#carry(asked, onward, sending);
  }

  #carry(asked: IncomingMessage, onward: ClientRequest, sending: Sending): void {
    const pace = this.#pace;
    const way = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        sending.key ||= photoKey.exec(chunk.toString("latin1"))?.[1] ?? "";
        void pace.pass(chunk.length).then(() => {
          if (asked.destroyed && !asked.complete) return;
          sending.bytes += chunk.length;
          done(null, chunk);
        });
      },
    });
    asked.pipe(way).pipe(onward);
  }

  /** Connects the live connection, which has few messages and is not slowed down. */
  #join(asked: IncomingMessage, device: Socket): void {
    const host = connect(this.#hostPort, "127.0.0.1", () => {
      const headers = asked.rawHeaders.map((part, at) => part + (at % 2 === 0 ? ": " : "\r\n"));
      host.write(`GET ${asked.url ?? ""} HTTP/1.1\r\n${headers.join("")}\r\n`);
      host.pipe(device);
      device.pipe(host);
    });
    this.#own(host);
    host.on("close", () => device.destroy());
    device.on("close", () => host.destroy());
  }

  #own(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#sockets.delete(socket));
  }
}
