import { type Ends, joinPlainly, LineToHost } from "../../support/line-to-host.ts";

/** So much of a page comes at once: its head and the early line, and a part of the first code. */
const BYTES_AT_ONCE = 20_000;

/** A line to a host on which a page stops behind its beginning, until it is released. */
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

  /** Lets the rest come. */
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
