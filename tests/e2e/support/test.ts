import {
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  test as base,
} from "@playwright/test";
import { HostProcess } from "./host-process.ts";
import { type Person, signInUnseen } from "./people.ts";

type Seed = "demo" | "templates" | "none";

type WorkerFixtures = {
  /** Returns the host with a seed. It starts on the first use and stops with the worker. */
  hostWith: (seed: Seed) => Promise<HostProcess>;
};

type TestFixtures = {
  /** The seed of the host; a test file sets it by `test.use({ seed: ... })`. */
  seed: Seed;
  host: HostProcess;
  /** Opens a blank page in a separate browser context in which the person is signed in. */
  openAs: (person: Person, options?: BrowserContextOptions) => Promise<Page>;
};

/** The context of a phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/**
 * Playwright's `test` with real hosts: each worker has one for each seed, with its own data. The seed is no worker
 * option, because then the worker and its browser would end at each change of seed.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  seed: ["templates", { option: true }],
  hostWith: [
    async ({}, use) => {
      const hosts = new Map<Seed, Promise<HostProcess>>();
      await use((seed) => {
        const host = hosts.get(seed) ?? HostProcess.start({ SEED: seed });
        hosts.set(seed, host);
        return host;
      });
      await Promise.all([...hosts.values()].map(async (host) => (await host).stop()));
    },
    { scope: "worker", timeout: 60_000 },
  ],
  host: [
    async ({ seed, hostWith }, use) => {
      await use(await hostWith(seed));
    },
    { timeout: 60_000 },
  ],
  baseURL: async ({ host }, use) => {
    await use(host.url);
  },
  openAs: async ({ browser, baseURL, contextOptions }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (person, options) => {
      const context = await browser.newContext({
        ...contextOptions,
        ...(baseURL === undefined ? {} : { baseURL }),
        ...options,
      });
      contexts.push(context);
      const page = await context.newPage();
      await signInUnseen(page, person);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});
