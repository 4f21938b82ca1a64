import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { fuzzDoors } from "../faults/fuzz-doors.ts";
import { KillableHost } from "../support/killable-host.ts";

let host: KillableHost;
beforeAll(async () => {
  host = await KillableHost.build({ bundles: inject("workspace") });
}, 120_000);
afterEach(() => host.stop());
afterAll(() => host.remove());

test("whatever strangers say at both doors, the host lives, answers who is honest and logs no error [B9] [B13] [H2]", async () => {
  await host.start();
  const result = await fuzzDoors({
    // Other tests run in parallel; `npm run fuzz` runs for longer, and without pauses.
    ...{ host, forMs: 20_000, pauseMs: 1_500, restMs: 300 },
    ...{ strangers: 12, seed: 20261122 },
  });

  expect(result.wrongs).toEqual([]);
  expect(result.honest.writes).toBeGreaterThan(0);
  expect(result.visits).toBeGreaterThan(100);
}, 120_000);

test("built code has no sign beyond Latin-1, which would double its memory", async () => {
  const { host: folder, app } = inject("workspace");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(
    [app, ...files.map((name) => join(folder, name))].map((path) => readFile(path, "utf8")),
  );

  expect(files.length).toBeGreaterThan(1);
  for (const text of texts)
    expect([...text.matchAll(/.{0,20}[^\0-\xFF]/g)].map(String)).toEqual([]);
});
