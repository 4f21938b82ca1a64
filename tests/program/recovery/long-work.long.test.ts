import type { ConvexClient } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { CookieClient } from "../../support/cookie-client.ts";
import { KillableHost } from "../../support/killable-host.ts";
import { connect, watch } from "convex-host/test-support";
import { refusal } from "../../support/workspace.ts";

type Assignment = FunctionReturnType<typeof api.tasks.assignment>;
type Removals = FunctionReturnType<typeof api.projects.removals>;

/** The number of units needs more than two steps of an assignment and more than ten of a removal. */
const unitCount = 2200;
const deaths = 3;
let host: KillableHost;

beforeAll(async () => {
  host = await KillableHost.build({ bundles: inject("workspace") });
  await host.start();
}, 180_000);

afterAll(async () => {
  await host.remove();
});

test(
  "a large assignment and a large removal go on to their end by themselves, though their page is closed and the host is killed on the way [OP-56] [OP-21] [O1] [J15]",
  { timeout: 180_000 },
  async () => {
    const page = await signIn();
    const projectId = await makeLargeProject(page);
    const template = (await page.query(api.taskTemplates.list, {}))[0]!;
    const chosen = { projectId, templateIds: [template.id] };
    const { pending } = await page.mutation(api.tasks.assignToAllUnits, chosen);
    await page.close();
    await host.kill();
    await host.start();

    const client = await signIn();
    const args = { assignmentId: pending ?? "" };
    const run = await watch<Assignment>(client, api.tasks.assignment, args).until(
      ({ status }) => status !== "running",
    );
    expect(run).toEqual({ created: unitCount, skipped: 0, unitCount, status: "done" });

    const [unit] = (await client.query(api.units.list, { projectId })).slice(-1);
    await client.mutation(api.projects.remove, { projectId });
    const { page: deleted } = await client.query(api.trash.list, {});
    await client.mutation(api.trash.remove, { itemId: deleted[0]?.id ?? "" });
    const removals = watch<Removals>(client, api.projects.removals, {});
    let survived = 0;
    for (let removed = 0; survived < deaths; survived++) {
      // Each kill comes while steps run, and the next start must not begin again. The removal may be complete before
      // the page is connected again.
      const [run] = await removals.until(
        ([run]) => run === undefined || run.removedUnits > removed,
      );
      if (run === undefined) break;
      removed = run.removedUnits;
      await host.kill();
      await host.start();
    }
    expect(survived).toBeGreaterThan(0);
    await removals.until((runs) => runs.length === 0);

    const read = client.query(api.units.get, { unitId: unit!.id });
    await expect(read).rejects.toMatchObject(refusal("not_found"));
    expect(await client.query(api.projects.list, {})).toEqual([]);
    await client.close();
  },
);

async function signIn(): Promise<ConvexClient> {
  const browser = new CookieClient();
  await browser.navigate(`${host.url}/api/login?login_hint=ana@homes.test`);
  const client = connect(host.url);
  client.setAuth(async () => {
    const response = await browser.request(`${host.url}/api/auth/token`);
    return ((await response.json()) as { token: string }).token;
  });
  return client;
}

async function makeLargeProject(client: ConvexClient): Promise<string> {
  const names = (count: number) => Array.from({ length: count }, (_, index) => String(index));
  const project = { name: "Large", units: names(1000) };
  const { id: projectId } = await client.mutation(api.projects.create, project);
  for (const units of [names(1000), names(unitCount - 2000)]) {
    await client.mutation(api.units.create, { projectId, units });
  }
  return projectId;
}
