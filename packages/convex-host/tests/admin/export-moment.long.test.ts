import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { makeAdminKey } from "../../src/operations/admin-key.ts";
import type { Limits } from "../../src/server/bounds/server-limits.ts";
import { app } from "../support/fixture-api.ts";
import { connect, type LiveHost, startTestHost } from "../support/live-host.ts";
import { openFiles } from "../support/open-files.ts";
import { until } from "../support/until.ts";

// This is more than the socket buffers hold, so a download waits for its reader.
const fileBytes = 8 * 1024 * 1024;

/** Starts a host with a row, two large files and a small late file, and requests an export that includes the files. */
async function requested(limits: Partial<Limits> = {}) {
  const host = await startTestHost({ limits });
  const client = connect(host.url);
  const headers = { Authorization: `Convex ${await makeAdminKey(host.dataDir)}` };
  await client.mutation(app.add, { list: "a", text: "one" });
  const large = [
    await upload(host, randomBytes(fileBytes)),
    await upload(host, randomBytes(fileBytes)),
  ];
  const late = await upload(host, Buffer.from("the late one"));
  await fetch(`${host.url}/api/export/request/zip?includeStorage=true`, {
    method: "POST",
    headers,
  });
  const question = { path: "_system/cli/exports:getLatest", args: {} };
  const asked = await fetch(`${host.url}/api/query`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ ...question, format: "convex_encoded_json" }),
  });
  const { value } = (await asked.json()) as { value: { start_ts: { $integer: string } } };
  const ts = Buffer.from(value.start_ts.$integer, "base64").readBigUInt64LE();
  const download = () => fetch(`${host.url}/api/export/zip/${ts}`, { headers });
  return { host, client, large, late, download };
}

async function upload(host: LiveHost, bytes: Buffer): Promise<string> {
  const url = await connect(host.url).mutation(app.uploadUrl, {});
  const response = await fetch(url, { method: "POST", body: new Uint8Array(bytes) });
  return ((await response.json()) as { storageId: string }).storageId;
}

test.skipIf(process.platform !== "linux")(
  "a download ends unfinished when another admin key is made [C3] [C9]",
  async () => {
    const { host, download } = await requested({ tickMs: 10 });
    const open = () => openFiles(join(host.dataDir, "files"));
    const reader = (await download()).body!.getReader();
    await reader.read();
    // The download waits for its reader in the middle of a file.
    await until(open, (files) => files.length > 0);

    await makeAdminKey(host.dataDir);
    await until(open, (files) => files.length === 0);

    const readAll = async () => {
      while (!(await reader.read()).done);
    };
    await expect(readAll()).rejects.toThrow("terminated");
  },
);

test("an export is one moment, whatever is deleted and made before and during its download [C9]", async () => {
  const { host, client, large, late, download } = await requested();

  await client.mutation(app.removeFile, { id: large[0]! });
  const response = await download();
  await client.mutation(app.removeFile, { id: late });
  await client.mutation(app.clear, { list: "a" });
  await client.mutation(app.changeRegisters, { reads: [], writes: ["new"], token: "t" });
  const zip = await readZip(Buffer.from(await response.arrayBuffer()));

  expect(zip.get("items/documents.jsonl")?.toString()).toContain('"text":"one"');
  expect([...zip.keys()].some((name) => name.startsWith("registers"))).toBe(false);
  expect(large.map((id) => zip.get(`_storage/${id}`)?.length)).toEqual([fileBytes, fileBytes]);
  expect(zip.get(`_storage/${late}`)?.toString()).toBe("the late one");
  // The host removes the files that it held back for the export once the export is over.
  await untilFiles(host, 1);
});

test("files that were held back for a download that broke off go then [C9]", async () => {
  const { host, client, late, download } = await requested();
  const response = await download();
  await client.mutation(app.removeFile, { id: late });
  expect(await filesOf(host)).toHaveLength(3);

  await response.body?.cancel();

  await untilFiles(host, 2);
});

test.skipIf(process.platform !== "linux")(
  "a download that broke off leaves no file open [C9]",
  async () => {
    const { host, download } = await requested();
    const response = await download();
    await until(
      () => openFiles(join(host.dataDir, "files")),
      ({ length }) => length === 1,
    );

    await response.body?.cancel();

    await until(
      () => openFiles(join(host.dataDir, "files")),
      ({ length }) => length === 0,
    );
  },
);

test("a download that comes to a file which is not there fails, and nothing else does [C9]", async () => {
  const { host, client, download } = await requested();
  for (const name of await filesOf(host)) await rm(join(host.dataDir, "files", name));

  const response = await download();

  await expect(response.arrayBuffer()).rejects.toThrow();
  expect(await client.query(app.list, { list: "a" })).toEqual(["one"]);
  expect(host.logged.join("")).toMatch(/http-action.failed.*ENOENT/);
  expect(host.logged.join("")).not.toContain("function-thread.died");
});

test("a download whose function thread is replaced on the way fails, and never looks whole [C9]", async () => {
  const { host, download } = await requested();
  const response = await download();

  await host.thread.replace({});

  await expect(response.arrayBuffer()).rejects.toThrow();
  expect((await download()).status).toBe(400);
});

async function untilFiles(host: LiveHost, count: number): Promise<void> {
  await until(
    () => filesOf(host),
    ({ length }) => length === count,
  );
}

async function filesOf(host: LiveHost): Promise<string[]> {
  return (await readdir(join(host.dataDir, "files"))).filter((name) => name !== "incoming");
}

async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const found = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    found.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return found;
}
