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
  /** The host with a seed, which starts when a test first asks for it and ends with the worker. */
  hostWith: (seed: Seed) => Promise<HostProcess>;
};

type TestFixtures = {
  /** The seed of the host; a test file sets it by `test.use({ seed: ... })`. */
  seed: Seed;
  host: HostProcess;
  /** A blank page in a browser of a person's own, in which they are signed in. */
  openAs: (person: Person, options?: BrowserContextOptions) => Promise<Page>;
};

/**
 * Playwright's `test` with a real host behind it: each worker has one for each seed, with data of its own. The seed is no
 * option of the worker, which would end with its browser where files of another seed begin.
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
