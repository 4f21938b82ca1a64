import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api.js";
import { measured } from "../faults/host-memory.ts";
import { memoryOfIdlePages } from "../faults/idle-pages.ts";
import { Person } from "../faults/people.ts";
import { KillableHost } from "../support/killable-host.ts";

let host: KillableHost;
beforeAll(async () => {
  host = await KillableHost.build({ bundles: inject("workspace") });
}, 120_000);
afterEach(() => host.stop());
afterAll(() => host.remove());

test("a page that shows one list and does nothing takes less than 60 kB [S13]", async () => {
  await host.start(measured);
  const person = await Person.signIn("idle", host.url);
  const units = Array.from({ length: 60 }, (_, index) => `${index}`);
  const { id: projectId } = await person.mutation(api.projects.create, { name: "Idle", units });

  const kb = await memoryOfIdlePages({
    ...{ host, tokens: [await person.token()], count: 600 },
    query: { path: "units:list", args: { projectId } },
  });

  await person.close();
  expect(kb).toBeLessThan(60);
}, 120_000);
