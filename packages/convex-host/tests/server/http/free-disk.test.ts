import { randomUUID } from "node:crypto";
import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Readable } from "node:stream";
import { defaultLimits } from "../../../src/server/bounds/server-limits.ts";
import type { HttpServices } from "../../../src/server/http/exchange.ts";
import { noKnownPaths } from "../../../src/server/http/known-paths.ts";
import { withinFreeDisk } from "../../../src/server/http/free-disk.ts";
import { makeAdminKey } from "../../../src/operations/admin-key.ts";
import { app } from "../../support/fixture-api.ts";
import { connect, type LiveHost, startSharedHost, startTestHost } from "../../support/live-host.ts";

const refusalHeaders = { "Of-The-App": "1" };

let host: LiveHost;
let stop: () => Promise<void>;
// The limits demand more free space than any disk has.
beforeAll(async () => {
  const limits = { freeDiskBytes: Infinity, freeDiskShare: 2 };
  ({ host, stop } = await startSharedHost({ limits, host: { refusalHeaders } }));
});
afterAll(() => stop());

async function refusalOf(url: string, init: RequestInit) {
  const response = await fetch(url, { method: "POST", ...init });
  return { status: response.status, body: (await response.json()) as unknown };
}

const refusal = {
  status: 507,
  body: { code: "InsufficientStorage", message: expect.stringContaining("make room") as string },
};

test("with too little free disk files are refused, and nothing of them is kept [O12]", async () => {
  const url = await connect(host.url).mutation(app.uploadUrl, {});
  const form = new FormData();
  form.set("photo", new File(["bytes"], "a.jpg"));

  expect(await refusalOf(url, { body: "0123456789" })).toEqual(refusal);
  expect(await refusalOf(`${host.url}/api/mirror`, { body: form })).toEqual(refusal);
  const image = { "Content-Type": "image/jpeg" };
  expect(await refusalOf(`${host.url}/api/mirror`, { body: "x", headers: image })).toEqual(refusal);
  expect(await readdir(join(host.dataDir, "files", "incoming"))).toEqual([]);
});

test("a refusal that waiting does not change has the headers of the app's own, one of the moment has not [O12]", async () => {
  const photo = { body: "x", headers: { "Content-Type": "image/jpeg" } };
  const full = await fetch(`${host.url}/api/mirror`, { method: "POST", ...photo });
  const busy = await startTestHost({
    settings: { signInsPerMinute: 1 },
    host: { refusalHeaders, paths: { ...noKnownPaths, isSignIn: () => true } },
  });
  await fetch(`${busy.url}/api/mirror`);
  const crowded = await fetch(`${busy.url}/api/mirror`);

  expect([full.status, full.headers.get("Of-The-App")]).toEqual([507, "1"]);
  expect([crowded.status, crowded.headers.get("Of-The-App")]).toEqual([429, null]);
});

test("with too little free disk exports, imports and pushes are refused, and records go on [O12]", async () => {
  const headers = { Authorization: `Convex ${await makeAdminKey(host.dataDir)}` };

  for (const path of [
    "/api/export/request/zip",
    "/api/import/start_upload",
    "/api/deploy2/start_push",
  ])
    expect(await refusalOf(host.url + path, { headers })).toEqual(refusal);
  expect(await connect(host.url).mutation(app.uploadUrl, {})).toContain("/api/storage/upload");
});

test("the next piece of an import that began with more room is refused, and what came of it goes [C13]", async () => {
  const headers = { Authorization: `Convex ${await makeAdminKey(host.dataDir)}` };
  const uploadToken = randomUUID();
  const folder = join(host.dataDir, "imports", uploadToken);
  await mkdir(folder, { recursive: true });
  const path = `/api/import/upload_part?uploadToken=${uploadToken}&partNumber=1`;

  expect(await refusalOf(host.url + path, { headers, body: "piece" })).toEqual(refusal);
  await expect(stat(folder)).rejects.toThrow("ENOENT");
});

test("a file that is larger than what is left is broken off while it arrives [O12]", async () => {
  const services = { dataDir: host.dataDir, limits: { ...defaultLimits, freeDiskBytes: 0 } };
  let sent = 0;
  function* pieces() {
    for (; sent < 100; sent++) {
      if (sent === 10)
        services.limits = { ...defaultLimits, freeDiskBytes: Infinity, freeDiskShare: 2 };
      yield Buffer.alloc(100_000);
    }
  }

  const passed: Buffer[] = [];
  const read = async () => {
    for await (const piece of withinFreeDisk(services as HttpServices, Readable.from(pieces())))
      passed.push(piece);
  };
  await expect(read()).rejects.toMatchObject({ status: 507 });
  expect(passed.length).toBeLessThan(14);
});
