import { writeFileSync } from "node:fs";
import { type APIRequestContext, test as base } from "@playwright/test";
import { findFirefox, findWebKit } from "../../../scripts/browser/browser.ts";
import { HostProcess } from "../../e2e/support/host-process.ts";
import { signInUnseen } from "../../e2e/support/people.ts";
import type { Client } from "./client.ts";
import { Firefox } from "./firefox.ts";
import { freePort } from "../../support/free-port.ts";
import { Line } from "./line.ts";
import { Tab } from "./tab.ts";
import { WebKit } from "./webkit.ts";

type Engine = "Firefox" | "WebKit";

type WorkerFixtures = {
  engine: Engine;
  /** The connection between the browser and its own host, which has the demo workspace. */
  line: Line;
};

type TestFixtures = {
  /** A tab of a new browser without a session. */
  tab: Tab;
  /** A project manager whose requests bypass the proxy, to read what has arrived. */
  manager: { request: APIRequestContext };
};

/** Playwright's `test` with a window of another browser, whose connection can be cut. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ["Firefox", { scope: "worker", option: true }],
  line: [
    async ({}, use) => {
      const line = await Line.lay();
      const settings = { SEED: "templates", SITE_URL: line.url, PORT: String(line.hostPort) };
      const host = await HostProcess.start(settings);
      await use(line);
      await line.cut();
      await host.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  tab: async ({ engine, line }, use, info) => {
    await line.mend();
    const client = await start(engine);
    const tab = new Tab(client, line.url);
    await use(tab);
    if (info.status !== info.expectedStatus)
      writeFileSync(info.outputPath("failed.png"), await tab.picture());
    await client.end();
  },
  manager: async ({ playwright, line }, use) => {
    const baseURL = `http://localhost:${String(line.hostPort)}`;
    const request = await playwright.request.newContext({ baseURL });
    await line.mend();
    await signInUnseen({ request }, "manager");
    await use({ request });
    await request.dispose();
  },
});

async function start(engine: Engine): Promise<Client> {
  if (engine === "Firefox") return await Firefox.start(findFirefox() ?? "");
  return await WebKit.start(findWebKit() ?? "", await freePort());
}
