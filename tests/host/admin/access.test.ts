import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { makeAdminKey } from "../../../host/admin-key.ts";
import { readConfig } from "../../../host/config.ts";
import {
  type LiveHost,
  ownProvider,
  startSharedHost,
  startTestHost,
} from "../../support/live-host.ts";

let host: LiveHost;
let stop: () => Promise<void>;
let key: string;

beforeAll(async () => {
  ({ host, stop } = await startSharedHost({ env: { ...ownProvider, TRUST_PROXY: "1" } }));
  key = await makeAdminKey(host.dataDir);
});
afterAll(() => stop());

const logs = (at: LiveHost, headers: Record<string, string>) =>
  fetch(`${at.url}/api/stream_function_logs?cursor=0`, { headers });

/** What a socket answers to one query that is asked with this key. */
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

describe("[C3] only the admin key", () => {
  test("opens the addresses of the command line, and is not in the log", async () => {
    const statuses = await Promise.all([
      logs(host, {}),
      logs(host, { Authorization: "Convex turnboard|wrong-key" }),
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
    const withWrongKey = await askAs("turnboard|wrong", path);

    expect(JSON.stringify(asAdmin)).toContain('"page":[{"name":"items"}]');
    expect(JSON.stringify(asAnyone)).toContain("QueryFailed");
    expect(JSON.stringify(asAnyone)).not.toContain("items");
    expect(JSON.stringify(withWrongKey)).toContain("AuthError");
  });

  test("is accepted from this machine alone, unless the operator opens it", async () => {
    const fromElsewhere = { Authorization: `Convex ${key}`, "X-Forwarded-For": "203.0.113.9" };
    const settings = { ...ownProvider, TRUST_PROXY: "1", ADMIN_ACCESS: "anywhere" };
    const open = await startTestHost({ env: settings });
    const openKey = await makeAdminKey(open.dataDir);

    const refused = await logs(host, fromElsewhere);
    const accepted = await logs(open, { ...fromElsewhere, Authorization: `Convex ${openKey}` });

    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("SSH tunnel");
    expect(accepted.status).toBe(200);
  });
});

test("[C3] whoever comes through a proxy that the settings do not count is not of this machine", async () => {
  const careless = await startTestHost();
  const adminKey = await makeAdminKey(careless.dataDir);
  const headers = { Authorization: `Convex ${adminKey}` };

  const direct = await logs(careless, headers);
  const through = await logs(careless, { ...headers, "X-Forwarded-For": "127.0.0.1" });

  expect([direct.status, through.status]).toEqual([200, 403]);
});

test("[C3] opening the key to other machines without https is warned of", () => {
  const settings = { SITE_URL: "http://turns.example.com", ADMIN_ACCESS: "anywhere" };
  const env = { ...ownProvider, ...settings };

  expect(readConfig(env).warnings.join(" ")).toContain("the admin key itself can be read along");
  expect(readConfig({ ...env, SITE_URL: "https://turns.example.com" }).warnings).toEqual([]);
});
