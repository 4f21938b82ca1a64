import { ConvexClient } from "convex/browser";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { api } from "../../../convex/_generated/api.js";
import { type DoorHost, type Person, startDoorHost } from "./door-host.ts";
import { sendTo } from "./requests.ts";
import { newWorld, type World } from "./world.ts";

let host: DoorHost;
let world: World;
beforeAll(async () => {
  host = await startDoorHost();
  world = await newWorld(host);
});
afterAll(() => host.stop());

/** The live client of a person's open page. */
function openPage({ headers }: Person): ConvexClient {
  const client = new ConvexClient(host.url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
  onTestFinished(() => client.close());
  client.setAuth(async () => {
    const answer = await sendTo(host.url, { method: "GET", path: "/api/auth/token" }, { headers });
    return ((await answer.json()) as { token: string }).token;
  });
  return client;
}

/** Records the rents of a project in each update that a person's page receives. */
function watchRents(person: Person, projectId: string): (number | null)[][] {
  const shown: (number | null)[][] = [];
  openPage(person).onUpdate(
    api.units.list,
    { projectId },
    (units) => shown.push(units.map(({ monthlyRent }) => monthlyRent)),
    () => undefined,
  );
  return shown;
}

function changeRole({ userId }: Person, role: string): Promise<Response> {
  const route = { method: "PATCH", path: "/api/users/:id/role" } as const;
  const { headers } = world.admin;
  return sendTo(host.url, route, { params: { id: userId }, body: { role }, headers });
}

test("an open list shows rents to who may see money, beside others who may not, and follows their role [GEN-05]", async () => {
  const { projectId, manager, supervisor } = world;
  const counts = { totalTasks: 0, completedTasks: 0, inProgressTasks: 0, notStartedTasks: 0 };
  await host.insert("units", {
    ...{ projectId, name: "301", status: "not_started", monthlyRent: 120_000, ...counts },
    ...{ recentPhotos: [], createdAt: Date.now(), updatedAt: Date.now() },
  });
  const managers = watchRents(manager, projectId);
  const supervisors = watchRents(supervisor, projectId);
  const rents = [null, null, null, null, 1200];
  const nothing = [null, null, null, null, null];
  await expect.poll(() => [managers.at(-1), supervisors.at(-1)]).toEqual([rents, nothing]);

  await changeRole(supervisor, "project_manager");
  await changeRole(manager, "project_supervisor");
  await expect.poll(() => [managers.at(-1), supervisors.at(-1)]).toEqual([nothing, rents]);

  expect(supervisors).toEqual([nothing, rents]);
  expect(managers).toEqual([rents, nothing]);
});

test("a change of one unit sends the page again on which it stands, and no other", async () => {
  const names = Array.from({ length: 60 }, (_, index) => `${index}`);
  const project = { name: "Long Row", units: names };
  const page = openPage(world.admin);
  const { id: projectId } = await page.mutation(api.projects.create, project);
  const ranges = await page.query(api.board.pages, { projectId });
  const shown: string[][][] = ranges.map(() => []);
  for (const [at, range] of ranges.entries())
    page.onUpdate(api.units.list, { projectId, ...range }, (units) =>
      shown[at]!.push(units.map(({ status }) => status)),
    );
  const once = ranges.map(() => 1);
  await expect.poll(() => shown.map(({ length }) => length)).toEqual(once);

  const [unit] = await page.query(api.units.list, { projectId, ...ranges[1]! });
  await page.mutation(api.units.update, { unitId: unit!.id, startDate: "2026-03-02" });

  await expect
    .poll(() => shown.map((answers) => answers.at(-1)![0]))
    .toEqual(ranges.map((_, at) => (at === 1 ? "in_progress" : "not_started")));
  expect(shown.map(({ length }) => length)).toEqual(once.with(1, 2));
  expect(ranges.length).toBeGreaterThan(2);
});
