import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { until } from "convex-host/test-support";
import { type DoorHost, startDoorHost } from "./door-host.ts";

let host: DoorHost;
beforeAll(async () => {
  host = await startDoorHost();
});
afterAll(() => host.stop());

const entriesOf = async (userId: string) =>
  (await host.auditLog()).auditEntries.filter((entry) => entry.userId === userId);

test("what a role is refused over HTTP is kept with its address, once a minute [AUDIT-01] [AUDIT-06]", async () => {
  const { userId, headers } = await host.newPerson("project_supervisor");
  const ask = () => fetch(`${host.url}/api/users`, { headers });

  const statuses = [(await ask()).status, (await ask()).status];

  expect(statuses).toEqual([403, 403]);
  expect(await entriesOf(userId)).toMatchObject([
    {
      kind: "access.refused",
      address: "127.0.0.1",
      details: { method: "GET", path: "/api/users" },
    },
  ]);
});

test("what a role is refused at the live door is kept, and a line of the log [AUDIT-01] [AUDIT-02]", async () => {
  const { userId, headers } = await host.newPerson("project_supervisor");
  const answer = await fetch(`${host.url}/api/auth/token`, {
    headers: { ...headers, "Sec-Fetch-Site": "same-origin" },
  });
  const { token } = (await answer.json()) as { token: string };
  const client = new ConvexHttpClient(host.url, { auth: token });

  await expect(client.query(api.users.list, {})).rejects.toThrow();
  await expect(client.mutation(api.users.remove, { userId })).rejects.toThrow();

  const entries = await until(
    () => entriesOf(userId),
    ({ length }) => length > 0,
  );
  expect(entries).toMatchObject([
    { kind: "access.refused", details: { permission: "users:write" } },
  ]);
  const line = host.logged.find(
    (text) => text.includes(`"event":"audit"`) && text.includes(userId),
  );
  expect(JSON.parse(line ?? "{}")).toMatchObject({
    ...{ kind: "access.refused", userId, "details.permission": "users:write" },
  });
});

test("strangers who are refused leave no entry of refused access [AUDIT-06]", async () => {
  const before = (await host.auditLog()).auditEntries.length;

  const answers = await Promise.all([
    fetch(`${host.url}/api/users`),
    fetch(`${host.url}/api/users`, { method: "POST", headers: { Origin: "https://evil.test" } }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([401, 403]);
  expect((await host.auditLog()).auditEntries).toHaveLength(before);
});
