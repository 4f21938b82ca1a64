import { type Ends, joinPlainly, LineToHost } from "../../support/line-to-host.ts";

/**
 * The bytes of a page that arrive at once: its head, the script of the early connection, and a part of the first code.
 */
const BYTES_AT_ONCE = 20_000;

/** A proxy to a host that holds back each page after its beginning until `release`. */
export class HeldPage {
  readonly #held: (() => void)[] = [];
  #line: LineToHost | undefined;
  #isReleased = false;

  static async before(host: string): Promise<HeldPage> {
    const page = new HeldPage();
    page.#line = await LineToHost.lay(host, (ends, head) =>
      /^sec-fetch-dest: document/im.test(head) ? page.#hold(ends) : joinPlainly(ends),
    );
    return page;
  }

  get url(): string {
    return this.#line?.url ?? "";
  }

  /** Passes the held-back bytes on. */
  release(): void {
    this.#isReleased = true;
    for (const passRest of this.#held) passRest();
  }

  close(): void {
    this.#line?.close();
  }

  #hold({ device, host }: Ends): void {
    let left = BYTES_AT_ONCE;
    device.pipe(host);
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
