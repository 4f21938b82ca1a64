import { connect, type Socket } from "node:net";
import { once } from "node:events";

/**
 * A keep-alive connection that parses as little of the responses as possible, so that the benchmark measures the
 * server.
 */
export class HttpLine {
  readonly #socket: Socket;
  readonly #head: string;
  #text = "";
  #waiting: { resolve: (status: number) => void; reject: (error: Error) => void } | null = null;

  private constructor(socket: Socket, head: string) {
    this.#socket = socket;
    this.#head = head;
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => this.#receive(text));
    socket.on("error", (error) => this.#waiting?.reject(error));
    socket.on("close", () => this.#waiting?.reject(new Error("The line ended.")));
  }

  static async open(url: string, token: string): Promise<HttpLine> {
    const { hostname, port, host } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, "connect");
    const head = `Host: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json`;
    return new HttpLine(socket, head);
  }

  /** Sends a body of ASCII; resolves with the status once the whole response has arrived. */
  post(path: string, body: string): Promise<number> {
    const answered = new Promise<number>((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
    const length = `Content-Length: ${body.length}`;
    this.#socket.write(`POST ${path} HTTP/1.1\r\n${this.#head}\r\n${length}\r\n\r\n${body}`);
    return answered;
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #receive(text: string): void {
    this.#text += text;
    const end = this.#text.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.#text)?.[1]);
    if (Number.isNaN(length)) throw new Error(`An answer without a length: ${this.#text}`);
    if (this.#text.length < end + 4 + length) return;
    const status = Number(this.#text.slice(9, 12));
    this.#text = "";
    this.#waiting?.resolve(status);
  }
}
