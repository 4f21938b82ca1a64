import { type Ends, joinPlainly, LineToHost } from "../../support/line-to-host.ts";
import { Pace } from "./pace.ts";

/**
 * A proxy to a host that delays the messages of live connections by their compressed size. Chromium would count the
 * bytes after decompression. Chromium itself slows down requests and the opening of live connections.
 */
export class LiveLine {
  /** The number of message bytes that the host has sent. */
  bytes = 0;
  #line: LineToHost | undefined;
  readonly #down: Pace;
  readonly #up: Pace;

  private constructor({ bytesASecond, latency }: { bytesASecond: number; latency: number }) {
    const pace = { bytesASecond, delayMs: latency / 2 };
    this.#down = new Pace(pace);
    this.#up = new Pace(pace);
  }

  static async lay(
    host: string,
    line: { bytesASecond: number; latency: number },
  ): Promise<LiveLine> {
    const live = new LiveLine(line);
    live.#line = await LineToHost.lay(host, (ends, head) =>
      /^upgrade: websocket/im.test(head) ? live.#slow(ends) : joinPlainly(ends),
    );
    return live;
  }

  get url(): string {
    return this.#line?.url ?? "";
  }

  close(): void {
    this.#line?.close();
  }

  #slow({ device, host }: Ends): void {
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
