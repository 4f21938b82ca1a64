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
  /** The seed of the host; a test file sets it by `test.use({ seed: ... })`. */
  seed: Seed;
  host: HostProcess;
};

type TestFixtures = {
  /** A blank page in a browser of a person's own, in which they are signed in. */
  openAs: (person: Person, options?: BrowserContextOptions) => Promise<Page>;
};

/** Playwright's `test` with a real host behind it: one for each worker, with data of its own. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  seed: ["templates", { scope: "worker", option: true }],
  host: [
    async ({ seed }, use) => {
      const host = await HostProcess.start({ SEED: seed });
      await use(host);
      await host.stop();
    },
    { scope: "worker", timeout: 60_000 },
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
