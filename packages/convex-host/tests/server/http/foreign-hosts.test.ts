import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { makeAdminKey } from "../../../src/operations/admin-key.ts";
import { type LiveHost, startSharedHost, startTestHost } from "../../support/live-host.ts";
import { rawExchange } from "../../support/raw-http.ts";

const siteUrl = "https://site.example.com";
const token = "a token of sixteen";

let local: LiveHost;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ host: local, stop } = await startSharedHost());
});
afterAll(() => stop());

type Asked = { path?: string; at?: string; headers?: Record<string, string> };

/** The status of a request that names `host`. */
function ask(port: number, host: string, { path = "/api/hello", at, headers }: Asked = {}) {
  return new Promise<number | undefined>((resolve, reject) => {
    const options = { port, path, host: at ?? "127.0.0.1", headers: { ...headers, Host: host } };
    request(options, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

describe("a page of another site whose name leads here [H13]", () => {
  test.each(["rebound.example", "localhost.rebound.example", "127.0.0.1.rebound.example", "x"])(
    "gets nothing as %s",
    async (name) => {
      expect(await ask(local.port, `${name}:${local.port}`)).toBe(421);
    },
  );

  test.each(["/", "/api/query", "/.well-known/security.txt", "/api/storage/x"])(
    "gets nothing at %s",
    async (path) => {
      expect(await ask(local.port, "rebound.example", { path })).toBe(421);
    },
  );

  test("gets no socket", async () => {
    const headers = { Host: "rebound.example" };
    const socket = new WebSocket(`ws://127.0.0.1:${local.port}/api/1.48.0/sync`, { headers });
    const refusal = await new Promise((resolve) => socket.on("error", (e) => resolve(e.message)));

    expect(refusal).toContain("421");
  });

  test("gets nothing by naming two hosts, or one that is none", async () => {
    const hosts = [
      "localhost\r\nHost: rebound.example",
      "localhost@rebound.example",
      "a b",
      "[::1",
    ];
    for (const host of hosts) {
      const answer = await rawExchange(local.port, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 4(00|21) /);
    }
  });
});

test("this machine may be spelled in every way, also through a tunnel [H13]", async () => {
  const { port } = local;
  const spellings = [
    `localhost:${port}`,
    `127.0.0.1:${port}`,
    `[::1]:${port}`,
    "LOCALHOST",
    "localhost.",
  ];

  for (const host of [...spellings, "127.0.0.1:8080"]) expect(await ask(port, host)).toBe(200);
});

describe("behind a proxy [H13]", () => {
  let host: LiveHost;
  let stopHost: () => Promise<void>;
  const settings = { siteUrl, metricsToken: token };
  beforeAll(async () => {
    ({ host, stop: stopHost } = await startSharedHost({ settings }));
  });
  afterAll(() => stopHost());

  test("the name of the site is known, with and without its port", async () => {
    for (const name of [
      "site.example.com",
      "site.example.com:443",
      "Site.Example.com",
      "site.example.com.",
    ])
      expect(await ask(host.port, name)).toBe(200);
    expect(await ask(host.port, "other.example.com")).toBe(421);
  });

  test("what another header says of the host counts for nothing", async () => {
    const headers = { "X-Forwarded-Host": "site.example.com", Forwarded: "host=localhost" };

    expect(await ask(host.port, "rebound.example", { headers })).toBe(421);
  });

  test("metrics, the command line and health checks go on from the machine itself", async () => {
    const here = `127.0.0.1:${host.port}`;
    const metrics = { path: "/api/metrics", headers: { Authorization: `Bearer ${token}` } };
    const key = await makeAdminKey(host.dataDir);
    const logs = {
      path: "/api/stream_function_logs?cursor=0",
      headers: { Authorization: `Convex ${key}` },
    };

    expect(await ask(host.port, here, metrics)).toBe(200);
    expect(await ask(host.port, here, logs)).toBe(200);
    // An HTTP/1.0 client is no browser and may omit the Host header.
    const check = await rawExchange(host.port, "GET /api/hello HTTP/1.0\r\n\r\n");
    expect(check).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test("a check by the address of the machine is answered, by another address not [H13]", async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
  const at = outside ?? "127.0.0.1";
  const { port } = await startTestHost({ settings: { host: "0.0.0.0", siteUrl } });

  expect(await ask(port, `${at}:${port}`, { at })).toBe(200);
  expect(await ask(port, `192.0.2.7:${port}`, { at })).toBe(421);
});

test("a request with a whole address is answered as one with a path, and its own host counts [H13] [H2]", async () => {
  const { port } = local;
  const status = async (target: string, { host = "x", version = "1.1" } = {}) => {
    const head = `GET ${target} HTTP/${version}\r\n${host === "" ? "" : `Host: ${host}\r\n`}`;
    const answer = await rawExchange(port, `${head}Connection: close\r\n\r\n`);
    return Number(answer.slice(9, 12));
  };

  const hello = `http://localhost:${port}/api/hello?a=http://x/`;
  expect(await status(hello)).toBe(200);
  expect(await status(hello, { host: "", version: "1.0" })).toBe(200);
  expect(await status(hello.replace("http:", "HTTPS:"))).toBe(200);
  expect(await status(`http://127.0.0.1:${port}?a`)).toBe(
    await status("/?a", { host: "localhost" }),
  );
  const foreign = { host: "localhost" };
  for (const host of ["rebound.example", "localhost@rebound.example", "", "localhost:x", "[::1"])
    expect(await status(`http://${host}/api/hello`, foreign)).toBe(421);
  expect(await status(hello, { host: "" })).toBe(400);
  expect(await status("ftp://localhost/api/hello", foreign)).toBe(400);
  expect(await status("http:/localhost/api/hello", foreign)).toBe(400);
});

test("the app reads the host of a whole address too, not that of the header [H13]", async () => {
  const { port } = local;
  const told = async (version: string, headers: string) => {
    const head = `GET http://localhost:${port}/api/host HTTP/${version}\r\n${headers}`;
    return (await rawExchange(port, `${head}Connection: close\r\n\r\n`)).split("\r\n\r\n")[1];
  };

  expect(await told("1.1", "Host: rebound.example\r\n")).toContain(`localhost:${port}`);
  expect(await told("1.0", "hOST: rebound.example\r\n")).toContain(`localhost:${port}`);
  expect(await told("1.0", "")).toContain(`localhost:${port}`);
  expect(await told("1.1", "Host: localhost\r\nHost: x\r\n")).toContain("several hosts");
});
