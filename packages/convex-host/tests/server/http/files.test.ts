import { createHash } from "node:crypto";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { ThreadFailure } from "../../../src/server/keeper/pending-calls.ts";
import type { FailureCode } from "../../../src/wire/commands.ts";
import { app } from "../../support/fixture-api.ts";
import { connect, type LiveHost, startSharedHost } from "../../support/live-host.ts";

let host: LiveHost;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ host, stop } = await startSharedHost({ limits: { uploadBytes: 2_000_000 } }));
});
afterAll(() => stop());

const content = Buffer.from("0123456789");

async function upload(headers: Record<string, string> = {}): Promise<Response> {
  const url = await connect(host.url).mutation(app.uploadUrl, {});
  return await fetch(url, { method: "POST", body: content, headers });
}

async function uploadedUrl(): Promise<string> {
  const { storageId } = (await (await upload({ "Content-Type": "text/plain" })).json()) as {
    storageId: string;
  };
  return (await connect(host.url).query(app.fileUrl, { id: storageId }))!;
}

test("an uploaded file comes back as it was, typed and inert [H6]", async () => {
  const response = await fetch(await uploadedUrl());

  expect(await response.text()).toBe("0123456789");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/plain",
    "content-length": "10",
    "accept-ranges": "bytes",
    "cache-control": "private, max-age=2592000",
    "x-content-type-options": "nosniff",
    digest: digestOf(content),
  });
});

test("an upload that the disk refuses is refused in words, and its address takes the file later [H6] [O11]", async () => {
  const url = await connect(host.url).mutation(app.uploadUrl, {});
  const send = () => fetch(url, { method: "POST", body: content });
  const folder = join(host.dataDir, "files");
  await rename(folder, `${folder}-away`);
  const refused = await send();
  await rename(`${folder}-away`, folder);

  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: "NotStored" });
  expect((await send()).status).toBe(200);
});

test.each([
  { range: "bytes=2-4", status: 206, text: "234", contentRange: "bytes 2-4/10" },
  { range: "bytes=8-", status: 206, text: "89", contentRange: "bytes 8-9/10" },
  { range: "bytes=-3", status: 206, text: "789", contentRange: "bytes 7-9/10" },
  { range: "bytes=5-100", status: 206, text: "56789", contentRange: "bytes 5-9/10" },
  { range: "Bytes=-30", status: 206, text: "0123456789", contentRange: "bytes 0-9/10" },
  { range: "lines=2-4", status: 200, text: "0123456789", contentRange: null },
])("Range: $range gives $text [H6]", async ({ range, status, text, contentRange }) => {
  const response = await fetch(await uploadedUrl(), { headers: { range } });

  expect([response.status, await response.text()]).toEqual([status, text]);
  expect(response.headers.get("content-range")).toBe(contentRange);
});

test.each([
  "bytes=10-",
  "bytes=5-2",
  "bytes=0-1,3-4",
  "bytes=-",
  "bytes=-0",
  "bytes=1e1-",
  "bytes=9999999999999999999999-",
])("Range: %s is not satisfiable [H6]", async (range) => {
  expect((await fetch(await uploadedUrl(), { headers: { range } })).status).toBe(416);
});

test("a file is sent without a warning of Node, however many bounds watch for its end [H6]", async () => {
  const warnings: string[] = [];
  const note = (warning: Error) => warnings.push(warning.name);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));

  expect(await (await fetch(await uploadedUrl())).text()).toBe("0123456789");
  // Node emits warnings in a later turn than their cause.
  await new Promise((resolve) => setImmediate(resolve));

  expect(warnings).toEqual([]);
});

test("a range is for GET alone: HEAD tells of the whole file [H6]", async () => {
  const headers = { range: "bytes=2-4" };
  const response = await fetch(await uploadedUrl(), { method: "HEAD", headers });

  expect([response.status, response.headers.get("content-length")]).toEqual([200, "10"]);
  expect(response.headers.get("content-range")).toBeNull();
});

test.each([
  ["bytes=-5", 200],
  ["bytes=0-", 200],
  ["bytes=3-4", 200],
])("Range: %s of an empty file is answered with %i [H6]", async (range, status) => {
  const url = await connect(host.url).mutation(app.uploadUrl, {});
  const stored = (await (await fetch(url, { method: "POST" })).json()) as { storageId: string };
  const address = (await connect(host.url).query(app.fileUrl, { id: stored.storageId }))!;

  expect((await fetch(address, { headers: { range } })).status).toBe(status);
});

test("a file that is known already is not sent again [H6]", async () => {
  const url = await uploadedUrl();
  const etag = (await fetch(url)).headers.get("etag")!;

  const response = await fetch(url, { headers: { "If-None-Match": etag } });

  expect(response.status).toBe(304);
});

test("a file that is not the one its Digest names is refused [H5]", async () => {
  expect((await upload({ Digest: digestOf(content) })).status).toBe(200);

  const refused = await upload({ Digest: digestOf(Buffer.from("another")) });

  expect([refused.status, await refused.json()]).toMatchObject([400, { code: "Sha256Mismatch" }]);
});

test.each([
  { what: "without a token", query: "", status: 401 },
  { what: "with a forged token", query: "?token=forged", status: 401 },
])("an upload $what is refused [H5]", async ({ query, status }) => {
  const response = await fetch(`${host.url}/api/storage/upload${query}`, {
    method: "POST",
    body: content,
  });

  expect(response.status).toBe(status);
});

test("one file comes with an upload address: not a second one, at once or later, however its token is spelled [F4]", async () => {
  const url = await connect(host.url).mutation(app.uploadUrl, {});
  const send = async (address: string, headers: Record<string, string> = {}) =>
    (await fetch(address, { method: "POST", body: content, headers })).status;

  const failed = await send(url, { Digest: digestOf(Buffer.from("another")) });
  const atOnce = await Promise.all([send(url), send(url), send(url)]);
  const later = await Promise.all(["", "=", "&", "%20", "%0A"].map((tail) => send(url + tail)));

  expect(failed).toBe(400);
  expect(atOnce.toSorted()).toEqual([200, 401, 401]);
  expect(later).toEqual([401, 401, 401, 401, 401]);
});

test("an upload of which nobody can tell what became of it takes its address along, one that failed does not [F4]", async () => {
  const url = await connect(host.url).mutation(app.uploadUrl, {});
  const { thread } = host;
  const ask = thread.ask.bind(thread);
  const statusWhen = async (code: FailureCode) => {
    const asked = vi.spyOn(thread, "ask");
    asked.mockImplementation((name, question) =>
      name === "adopt-file"
        ? Promise.reject(new ThreadFailure(code, "Lost."))
        : ask(name, question),
    );
    const { status } = await fetch(url, { method: "POST", body: content });
    asked.mockRestore();
    return status;
  };

  expect(await statusWhen("Internal")).toBe(503);
  expect(await statusWhen("Interrupted")).toBe(503);
  expect((await fetch(url, { method: "POST", body: content })).status).toBe(401);
});

test("addresses that are made at the same moment are not one [F4]", async () => {
  const client = connect(host.url);
  const urls = await Promise.all([1, 2, 3].map(() => client.mutation(app.uploadUrl, {})));

  expect(new Set(urls).size).toBe(3);
});

test("a file above the limit is refused [B3]", async () => {
  const url = await connect(host.url).mutation(app.uploadUrl, {});

  const response = await fetch(url, { method: "POST", body: Buffer.alloc(2_500_000) }).catch(
    () => null,
  );

  expect(response === null || response.status === 413).toBe(true);
});

test.each([
  { path: "nonsense", status: 400 },
  { path: "..%2f..%2fetc%2fpasswd", status: 400 },
  { path: "11111111-2222-3333-4444-555555555555", status: 404 },
])("the file address $path is answered with $status [H6]", async ({ path, status }) => {
  expect((await fetch(`${host.url}/api/storage/${path}`)).status).toBe(status);
});

function digestOf(bytes: Buffer): string {
  return `sha-256=${createHash("sha256").update(bytes).digest("base64")}`;
}
