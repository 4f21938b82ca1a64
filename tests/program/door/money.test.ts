import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { connect, watch } from "convex-host/test-support";
import { type DoorHost, type Person, startDoorHost } from "./door-host.ts";
import { apiRoutes, nameOf, requestByRoute, sendTo } from "./requests.ts";
import { newWorld, type World } from "./world.ts";

type Unit = { id: string; monthlyRent: number | null; turn: { vacancyLoss: number | null } };

/** A rent that is found in any text, and what the unit has lost until today. */
const rent = 98_765.43;
let host: DoorHost;
let world: World;
let secrets: string[];
beforeAll(async () => {
  host = await startDoorHost();
  world = await newWorld(host);
  const planned = (await (
    await send(world.manager, "PATCH", {
      ...{ moveOutDate: "2026-03-02", readyByDate: "2026-03-09", monthlyRent: rent },
    })
  ).json()) as Unit;
  const loss = planned.turn.vacancyLoss ?? 0;
  secrets = [rent, rent * 100, loss, Math.round(loss * 100)].map(String);
});
afterAll(() => host.stop());

const send = async (person: Person, method: "GET" | "PATCH", body?: object) =>
  await sendTo(
    host.url,
    { method, path: `/api/units/${world.unitId}` },
    { ...(body && { body }), headers: person.headers },
  );

const found = (text: string) => secrets.filter((secret) => text.includes(secret));

test("no route tells a supervisor a rent or a loss, and managers it does [GEN-05]", async () => {
  const routes = apiRoutes.filter(({ path }) => !/login|logout|callback|debug/.test(path));
  const told = { supervisor: [] as string[], manager: [] as string[] };
  for (const method of ["GET", "POST", "PATCH"]) {
    for (const route of routes.filter((one) => one.method === method)) {
      const request = requestByRoute[nameOf(route)]?.(world) ?? {};
      const tells = async ({ headers }: Person) =>
        found(await (await sendTo(host.url, route, { ...request, headers })).text()).length > 0;
      if (await tells(world.supervisor)) told.supervisor.push(nameOf(route));
      if (method === "GET" && (await tells(world.manager))) told.manager.push(nameOf(route));
    }
  }

  expect(told).toEqual({
    supervisor: [],
    manager: expect.arrayContaining([
      ...["GET /api/units", "GET /api/units/:unitId", "GET /api/projects/:projectId/units"],
      "GET /api/reports/turn-status",
    ]) as string[],
  });
});

test("a supervisor who sends a date or a rent gets 403, whatever else is wrong with it [TURN-01]", async () => {
  const before = await (await send(world.manager, "GET")).text();
  const bodies = [{ monthlyRent: 5 }, { monthlyRent: "x" }, { moveInDate: null, status: "none" }];

  for (const body of bodies) {
    expect((await send(world.supervisor, "PATCH", body)).status).toBe(403);
  }
  expect(await (await send(world.manager, "GET")).text()).toBe(before);
});

test("a supervisor sets no rent and no date by the prototype of a change of many units [TURN-01] [PERM-06]", async () => {
  const { supervisor, manager, unitId } = world;
  const before = await (await send(manager, "GET")).text();
  const session = supervisor.headers["Cookie"]?.split("=")[1];
  const call = async (set: string) => {
    const args = `{"session":"${session}","ids":["${unitId}"],"set":${set}}`;
    const body = `{"path":"units:updateMany","args":${args},"format":"json"}`;
    const answer = await fetch(`${host.url}/api/mutation`, { method: "POST", body });
    return ((await answer.json()) as { status: string }).status;
  };

  const fields = '"startDate":"2026-03-02T12:00:00.000Z"';
  expect(await call(`{${fields},"__proto__":{"monthlyRent":5}}`)).toBe("error");
  expect(await call(`{${fields},"\\u005f_proto__":{"moveInDate":"2026-05-05"}}`)).toBe("error");
  expect(await call('{"__proto__":{"__proto__":{"monthlyRent":5}}}')).toBe("error");

  expect(await (await send(manager, "GET")).text()).toBe(before);
});

test("an open page loses sight of money with the role that may see it [GEN-05]", async () => {
  const person = await host.newPerson("project_manager");
  const { token } = (await (
    await fetch(`${host.url}/api/auth/token`, { headers: person.headers })
  ).json()) as { token: string };
  const client = connect(host.url);
  client.setAuth(() => Promise.resolve(token));
  const { projectId, unitId, admin } = world;
  const list = watch<Unit[]>(client, api.units.list, { projectId });
  const risk = watch<{ vacancyLossThisMonth: number | null }>(client, api.analytics.risk, {});
  const rentIn = (units: Unit[]) => units.find(({ id }) => id === unitId)?.monthlyRent;
  const changeRole = async (role: string) =>
    await sendTo(
      host.url,
      { method: "PATCH", path: `/api/users/${person.userId}/role` },
      { body: { role }, headers: admin.headers },
    );

  const seen = [rentIn(await list.next()), (await risk.next()).vacancyLossThisMonth !== null];
  await changeRole("project_supervisor");
  const unseen = JSON.stringify([await list.next(), await risk.next()]);
  await send(world.manager, "PATCH", { startDate: "2026-03-03" });
  const later = JSON.stringify(await list.next());
  await changeRole("account_administrator");
  const again = rentIn(await list.next());

  expect(seen).toEqual([rent, true]);
  expect([found(unseen), found(later)]).toEqual([[], []]);
  expect(JSON.parse(unseen)).toMatchObject([
    expect.arrayContaining([expect.objectContaining({ id: unitId, monthlyRent: null })]),
    { vacancyLossThisMonth: null },
  ]);
  expect(again).toBe(rent);
});
