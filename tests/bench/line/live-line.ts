import { type Ends, joinPlainly, LineToHost } from "../../support/line-to-host.ts";
import { Pace } from "./pace.ts";

/**
 * A line to a host that slows the messages of live connections as they are on the wire, compressed. Chromium would count
 * their bytes as the page gets them. Requests, and the opening of a live connection, are slowed by Chromium.
 */
export class LiveLine {
  /** The bytes of messages that have come from the host. */
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
