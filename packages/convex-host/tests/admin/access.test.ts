import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { makeAdminKey } from "../../src/operations/admin-key.ts";
import { type LiveHost, startSharedHost, startTestHost } from "../support/live-host.ts";
import type { FunctionThread } from "../../src/server/keeper/function-thread.ts";
import { HostAudit } from "../../src/server/keeper/host-audit.ts";
import { until } from "../support/until.ts";

let host: LiveHost;
let stop: () => Promise<void>;
let key: string;

beforeAll(async () => {
  ({ host, stop } = await startSharedHost({ settings: { trustedProxies: 1 } }));
  key = await makeAdminKey(host.dataDir);
});
afterAll(() => stop());

const logs = (at: LiveHost, headers: Record<string, string>) =>
  fetch(`${at.url}/api/stream_function_logs?cursor=0`, { headers });

/** Asks one query over a socket with this key, and returns the answer. */
function askAs(value: string | null, udfPath: string): Promise<unknown[]> {
  const socket = new WebSocket(`${host.url.replace("http", "ws")}/api/sync`);
  const auth =
    value === null
      ? { type: "Authenticate", tokenType: "None", baseVersion: 0 }
      : { type: "Authenticate", tokenType: "Admin", baseVersion: 0, value };
  const add = { type: "Add", queryId: 0, udfPath, args: [{}] };
  const said: unknown[] = [];
  return new Promise((resolve) => {
    socket.on("open", () => {
      const connect = { type: "Connect", connectionCount: 0, sessionId: crypto.randomUUID() };
      const ask = { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add] };
      for (const message of [connect, auth, ask]) socket.send(JSON.stringify(message));
    });
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString()) as { type: string; modifications?: unknown[] };
      said.push(message);
      if (message.type === "AuthError" || (message.modifications?.length ?? 0) > 0) socket.close();
    });
    socket.on("close", () => resolve(said));
  });
}

describe("only the admin key [C3]", () => {
  test("opens the addresses of the command line, and is not in the log", async () => {
    const statuses = await Promise.all([
      logs(host, {}),
      logs(host, { Authorization: "Convex convex|wrong-key" }),
      logs(host, { Authorization: `Convex ${key}` }),
    ]);

    expect(statuses.map(({ status }) => status)).toEqual([401, 403, 200]);
    expect(host.logged.join("")).not.toContain("wrong-key");
    expect(host.logged.join("")).not.toContain(key.split("|")[1]);
  });

  test("opens the questions of the command line, live as well", async () => {
    const path = "_system/cli/tables";
    const asAdmin = await askAs(key, path);
    const asAnyone = await askAs(null, path);
    const withWrongKey = await askAs("convex|wrong", path);

    expect(JSON.stringify(asAdmin)).toContain('"page":[{"name":"books"},{"name":"items"}]');
    expect(JSON.stringify(asAnyone)).toContain("QueryFailed");
    expect(JSON.stringify(asAnyone)).not.toContain("items");
    expect(JSON.stringify(withWrongKey)).toContain("AuthError");
  });

  test("is accepted from this machine alone, unless the operator opens it", async () => {
    const fromElsewhere = { Authorization: `Convex ${key}`, "X-Forwarded-For": "203.0.113.9" };
    const settings = { trustedProxies: 1, adminAccess: "anywhere" } as const;
    const open = await startTestHost({ settings });
    const openKey = await makeAdminKey(open.dataDir);

    const refused = await logs(host, fromElsewhere);
    const accepted = await logs(open, { ...fromElsewhere, Authorization: `Convex ${openKey}` });

    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("SSH tunnel");
    expect(accepted.status).toBe(200);
  });
});

test("a new admin key ends the sockets of the one before, and none of its own [C3]", async () => {
  const replaced = await startTestHost({ limits: { tickMs: 20 } });
  const closed: string[] = [];
  const open = async (name: string) => {
    const value = await makeAdminKey(replaced.dataDir);
    const socket = new WebSocket(`${replaced.url.replace("http", "ws")}/api/sync`);
    onTestFinished(() => socket.terminate());
    await once(socket, "open");
    const connect = { type: "Connect", connectionCount: 0, sessionId: crypto.randomUUID() };
    const auth = { type: "Authenticate", tokenType: "Admin", baseVersion: 0, value };
    // The first answer comes when the client has said which queries it has.
    const queries = { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [] };
    for (const message of [connect, auth, queries]) socket.send(JSON.stringify(message));
    socket.on("close", () => closed.push(name));
    // A Transition confirms the key.
    await once(socket, "message");
  };
  await open("earlier");

  await open("later");

  await until(
    () => closed,
    ({ length }) => length > 0,
  );
  expect(closed).toEqual(["earlier"]);
});

test("uses of the admin key and what is done with it are told to the audit log, without the key [C12]", async () => {
  const audited = await startTestHost();
  const adminKey = await makeAdminKey(audited.dataDir);
  const withKey = { Authorization: `Convex ${adminKey}` };

  await logs(audited, withKey);
  await logs(audited, withKey);
  await logs(audited, { Authorization: "Convex convex|guessed" });
  await fetch(`${audited.url}/api/export/request/zip`, { method: "POST", headers: withKey });

  const lines = () =>
    audited.logged
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event === "audit");
  const told = await until(lines, ({ length }) => length >= 3);
  expect(told.map(({ kind, address }) => [kind, address])).toEqual([
    ["adminKey.used", "127.0.0.1"],
    ["adminKey.refused", "127.0.0.1"],
    ["data.exported", "127.0.0.1"],
  ]);
  expect(JSON.stringify(told)).not.toContain("guessed");
});

test("the same refusal is told once a minute, those of more than a hundred networks by number, and a use always [C12]", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const told: string[] = [];
  const note = (_event: string, fields: object = {}) => told.push(JSON.stringify(fields));
  const log = { debug: note, info: note, warn: note, error: note };
  const info = { auditPath: null } as unknown as FunctionThread["info"];
  const thread = { info, ask: () => Promise.reject(new Error("Nothing is asked.")) };
  const audit = new HostAudit({ thread, log, now: Date.now });
  const refused = { ok: false as const, error: "The admin key is not valid." };

  for (let turn = 0; turn < 50; turn++) audit.claimed("192.0.2.1", refused);
  for (let at = 0; at < 50; at++) audit.claimed(`2001:db8::${at}`, refused);
  expect(told).toHaveLength(2);
  for (let at = 0; at < 200; at++) audit.claimed(`10.0.0.${at}`, refused);
  expect(told).toHaveLength(100);
  audit.claimed("10.0.0.1", { ok: true });
  expect(told.at(-1)).toContain("adminKey.used");
  vi.advanceTimersByTime(60_000);
  expect(told.at(-1)).toContain('"details.more":102,"details.addresses":102');
  audit.claimed("192.0.2.1", refused);
  expect(told).toHaveLength(103);
});

test("whoever comes through a proxy that the settings do not count is not of this machine [C3]", async () => {
  const careless = await startTestHost();
  const adminKey = await makeAdminKey(careless.dataDir);
  const headers = { Authorization: `Convex ${adminKey}` };

  const direct = await logs(careless, headers);
  const through = await logs(careless, { ...headers, "X-Forwarded-For": "127.0.0.1" });

  expect([direct.status, through.status]).toEqual([200, 403]);
});

test.each([
  [{ Forwarded: "for=203.0.113.9" }, 0],
  [{ "X-Real-IP": "203.0.113.9" }, 0],
  [{ "X-Forwarded-Proto": "https" }, 0],
  [{ Via: "1.1 proxy" }, 1],
  [{ "CF-Connecting-IP": "203.0.113.9" }, 1],
  // The sender knows a route that bypasses the outer one of two proxies.
  [{ "X-Forwarded-For": "203.0.113.9" }, 2],
  [{ "X-Forwarded-For": "127.0.0.1, 203.0.113.9" }, 2],
  [{ "X-Forwarded-For": ", 203.0.113.9," }, 3],
])(
  "a proxy that shows itself by %j alone makes nobody local, where the settings count %i [C3]",
  async (shown, trustedProxies) => {
    const careless = await startTestHost({ settings: { trustedProxies } });
    const headers = { Authorization: `Convex ${await makeAdminKey(careless.dataDir)}` };

    const direct = await logs(careless, headers);
    const through = await logs(careless, { ...headers, ...shown });

    expect([direct.status, through.status]).toEqual([200, 403]);
  },
);
