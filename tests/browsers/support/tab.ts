import { expect } from "@playwright/test";
import { type Client, queriesScript } from "./client.ts";
import { type Target, toRequest } from "./target.ts";

/** A browser tab as a person uses it: it finds elements by what is visible, waits for them, and clicks them. */
export class Tab {
  readonly #client: Client;
  readonly #origin: string;

  constructor(client: Client, origin: string) {
    this.#client = client;
    this.#origin = origin;
  }

  async open(address: string): Promise<void> {
    await this.#client.goTo(new URL(address, this.#origin).href);
  }

  async reload(): Promise<void> {
    await this.#client.reload();
  }

  /** The value of an expression in the page, as text. */
  async read(expression: string): Promise<string> {
    return await this.#client.read(`Promise.resolve(${expression}).then(String)`);
  }

  async count(target: Target): Promise<number> {
    return (await this.#find(target)).length;
  }

  async sees(target: Target, { times, within = 15_000 }: Seeing = {}): Promise<void> {
    const polled = expect.poll(() => this.count(target), {
      message: `seen: ${JSON.stringify(JSON.parse(toRequest(target)))}`,
      timeout: within,
    });
    await (times === undefined ? polled.toBeGreaterThan(0) : polled.toBe(times));
  }

  async press(target: Target): Promise<void> {
    await this.#act(target, (part) => this.#client.click(part));
  }

  async type(target: Target, text: string): Promise<void> {
    await this.#act(target, (part) => this.#client.type(part, text));
  }

  async choose(target: Target, paths: readonly string[]): Promise<void> {
    await this.#act(target, (part) => this.#client.choose(part, paths));
  }

  async picture(): Promise<Buffer> {
    return await this.#client.picture();
  }

  /**
   * Acts on the first matching element as soon as there is one. If the page replaces the element meanwhile, it is
   * looked up again.
   */
  async #act(target: Target, act: (part: unknown) => Promise<void>): Promise<void> {
    await this.sees(target);
    await expect(async () => {
      const [part] = await this.#find(target);
      if (part === undefined) throw new Error(`Gone: ${toRequest(target)}`);
      await act(part);
    }).toPass({ timeout: 10_000 });
  }

  async #find(target: Target): Promise<unknown[]> {
    try {
      const isReady = await this.#client.read("typeof TestingLibraryDom");
      if (isReady === "undefined") await this.#client.runScript(queriesScript);
      return await this.#client.find(toRequest(target));
    } catch (error) {
      // During a navigation there is nothing to find.
      if (
        /navigat|no such (frame|window|node)|realm|detached|stale|destroyed/iu.test(String(error))
      )
        return [];
      throw error;
    }
  }
}

type Seeing = {
  /** The exact number of matches; without it at least one is expected. */
  times?: number;
  within?: number;
};
