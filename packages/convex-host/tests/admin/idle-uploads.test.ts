import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { makeAdminKey } from "../../src/operations/admin-key.ts";
import type { Limits } from "../../src/server/bounds/server-limits.ts";
import { IdleUploads } from "../../src/server/http/admin/idle-uploads.ts";
import { ImportUpload, zipOf } from "../support/import-upload.ts";
import { type LiveHost, startTestHost } from "../support/live-host.ts";
import { until } from "../support/until.ts";

afterEach(() => {
  vi.useRealTimers();
});

async function setup(limits: Partial<Limits> = {}) {
  const host = await startTestHost({ limits });
  const key = await makeAdminKey(host.dataDir);
  const imports = new ImportUpload(host.url, key);
  const uploads = () => readdir(join(host.dataDir, "imports"));
  return { host, key, imports, uploads };
}

/** Sends the first half of a piece; `end` sends the other half. */
async function beginPiece(
  { host, key }: { host: LiveHost; key: string },
  token: string,
  bytes: Uint8Array,
) {
  const folder = join(host.dataDir, "imports", token);
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const address = `${host.url}/api/import/upload_part?uploadToken=${token}&partNumber=1`;
  const headers = { Authorization: `Convex ${key}` };
  const init = { method: "POST", headers, body: body.readable, duplex: "half" };
  const answer = fetch(address, init);
  await writer.write(bytes.subarray(0, 20));
  await until(
    () => readdir(folder),
    (names) => names.length === 1,
  );
  const end = async () => {
    await writer.write(bytes.subarray(20));
    await writer.close();
  };
  return { folder, answer, end };
}

test("the pieces of an import whose client does not come back are removed, without another import [C9]", async () => {
  const { imports, uploads } = await setup({ importPieceMs: 1 });

  await imports.upload([]);

  expect(await until(uploads, (names) => names.length === 0)).toEqual([]);
});

test("a file that nobody confirms is removed later than pieces, and its import then fails [C9]", async () => {
  const { imports, uploads } = await setup({ importKeptMs: 1 });

  const id = await imports.prepare(await zipOf({ number: 1, rows: 1 }));

  expect(await until(uploads, (names) => names.length === 0)).toEqual([]);
  await imports.confirm(id);
  const ended = await until(
    () => imports.stateOf(id),
    ({ state }) => state !== "in_progress",
  );
  expect(ended).toMatchObject({ state: "failed" });
});

test("a piece whose upload is gone when it arrives is told so, and not of a full disk [C9] [O11]", async () => {
  const world = await setup();
  const piece = await beginPiece(world, await world.imports.upload([]), Buffer.alloc(40));

  await rm(piece.folder, { recursive: true });
  await piece.end();

  const refused = await piece.answer;
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ code: "UnknownUpload" });
});

test("an upload is not given up while a piece of it comes or its pieces are joined [C9]", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const world = await setup({ importPieceMs: 60_000 });
  const { host, imports, uploads } = world;
  const token = await imports.upload([]);

  vi.advanceTimersByTime(59_000);
  const piece = await beginPiece(world, token, await zipOf({ number: 1, rows: 1 }));
  // This upload shows that the time of others is over.
  const givenUp = await imports.upload([]);
  vi.advanceTimersByTime(59_000);
  await piece.end();
  expect((await piece.answer).status).toBe(200);

  const ask = host.thread.ask.bind(host.thread);
  vi.spyOn(host.thread, "ask").mockImplementation(async (...asked) => {
    vi.advanceTimersByTime(60_000);
    await until(uploads, (names) => !names.includes(givenUp));
    return await ask(...asked);
  });
  await imports.finish(token, ["1"]);
  expect(await uploads()).toEqual([token]);
});

test("each piece gives an upload its time anew, and one that is in use is not removed [C9]", () => {
  vi.useFakeTimers();
  const removed: string[] = [];
  const idle = new IdleUploads((folder) => removed.push(folder));
  for (const folder of ["given up", "in pieces", "in use"]) idle.keep(folder, 60);

  vi.advanceTimersByTime(59);
  idle.renew("in pieces", 60);
  idle.release("in use");
  idle.renew("in use", 60);
  vi.advanceTimersByTime(59);
  expect(removed).toEqual(["given up"]);
  vi.advanceTimersByTime(1000);
  expect(removed).toEqual(["given up", "in pieces"]);
});
