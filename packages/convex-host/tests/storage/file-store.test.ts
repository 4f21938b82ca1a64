import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { actionGeneric, mutationGeneric, queryGeneric } from "convex/server";
import { expect, onTestFinished, test } from "vitest";
import { StorageError } from "../../src/database/sqlite/driver.ts";
import { newFileId } from "../../src/storage/file-address.ts";
import { disk } from "../database/refusing-disk.ts";
import { readsPerTurn } from "../support/reads-per-turn.ts";
import { callOf, startEngine, valueOf } from "../support/started-engine.ts";
import { until } from "../support/until.ts";
import type { Engine } from "../../src/functions/run/calls.ts";

const urlOf = queryGeneric(
  async (ctx, { id }: { id: string }) => await ctx.storage.getUrl(id as never),
);
const rowOf = queryGeneric(
  async (ctx, { id }: { id: string }) => await ctx.db.system.get(id as never),
);
const metadataOf = queryGeneric(
  async (ctx, { id }: { id: string }) => await ctx.storage.getMetadata(id as never),
);
const remove = mutationGeneric(async (ctx, { id, fail }: { id: string; fail?: boolean }) => {
  await ctx.storage.delete(id as never);
  if (fail === true) throw new Error("changed my mind");
  return await ctx.storage.getUrl(id as never);
});
const uploadUrl = mutationGeneric(async (ctx) => await ctx.storage.generateUploadUrl());
const modules = { app: { urlOf, rowOf, metadataOf, remove, uploadUrl } };

const sha256 = (text: string) => createHash("sha256").update(text).digest();

/** Stores a received body as the upload route does. */
async function upload(engine: Engine, text: string, contentType: string | null = "text/plain") {
  const path = join(engine.files.temporaryFolder, "upload");
  writeFileSync(path, text);
  const sha256Base64 = sha256(text).toString("base64");
  return await engine.files.adopt({ path, size: text.length, sha256Base64, contentType });
}

async function uuidOf(engine: Engine, id: string): Promise<string> {
  const url = valueOf(await engine.query(callOf("app:urlOf", { id }))) as string;
  return url.slice(url.lastIndexOf("/") + 1);
}

test("a stored file has its row and its bytes [F1]", async () => {
  const { engine } = await startEngine({ modules });

  const id = await upload(engine, "hello", null);

  expect(valueOf(await engine.query(callOf("app:rowOf", { id })))).toEqual({
    _id: id,
    _creationTime: expect.any(Number),
    sha256: sha256("hello").toString("base64"),
    size: 5,
    contentType: null,
  });
  const found = await engine.files.find(await uuidOf(engine, id));
  expect(readFileSync(found?.path ?? "", "utf8")).toBe("hello");
  expect(readdirSync(engine.files.temporaryFolder)).toEqual([]);
});

test("a file that is stored under an id already is not stored again, whoever lost count [F4]", async () => {
  const first = await startEngine({ modules });
  const id = newFileId(1000);
  const path = join(first.engine.files.temporaryFolder, "upload");
  writeFileSync(path, "hello");
  const file = { path, size: 5, sha256Base64: "", contentType: null };
  expect(await first.engine.files.adopt(file, id)).toBe(id);
  await first.engine.stop();

  // The next thread starts without the answer and without the temporary file.
  const { engine, folder } = await startEngine({ modules, folder: first.folder });
  expect(await engine.files.adopt(file, id)).toBe(id);
  await expect(engine.files.adopt(file, newFileId(1000))).rejects.toThrow("ENOENT");

  expect(readdirSync(join(folder, "files")).toSorted()).toHaveLength(2);
  expect(valueOf(await engine.query(callOf("app:rowOf", { id })))).toMatchObject({ size: 5 });
});

test("a commit that fails leaves neither row nor bytes [F1] [F5]", async () => {
  const { engine, folder } = await startEngine({ modules });
  const { database } = engine;
  database.commit = (tx) => {
    database.rollback(tx);
    return Promise.reject(new Error("disk full"));
  };

  await expect(upload(engine, "lost")).rejects.toThrow("disk full");

  expect(readdirSync(join(folder, "files"))).toEqual(["incoming"]);
  expect(readdirSync(engine.files.temporaryFolder)).toEqual([]);
});

test("the URL holds a uuid that leads back, stays, and is not the id [F2]", async () => {
  const first = await startEngine({ modules });
  const id = await upload(first.engine, "hello");
  const url = valueOf(await first.engine.query(callOf("app:urlOf", { id }))) as string;
  await first.engine.stop();

  const { engine } = await startEngine({ modules, folder: first.folder });
  const other = await startEngine({ modules });

  expect(url).toMatch(
    /^https:\/\/host\.test\/api\/storage\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  );
  expect(valueOf(await engine.query(callOf("app:urlOf", { id })))).toBe(url);
  const uuid = await uuidOf(engine, id);
  expect(await engine.files.find(uuid)).toMatchObject({ size: 5, contentType: "text/plain" });
  // Another deployment has other secrets, so the same id leads to another URL.
  expect(await other.engine.files.find(uuid)).toBeNull();
});

test("texts that are no address find nothing [F2]", async () => {
  const { engine } = await startEngine({ modules });
  const id = await upload(engine, "hello");

  for (const text of ["", id, "../data.sqlite", "incoming", "0".repeat(32)]) {
    await expect(engine.files.find(text).catch(() => null)).resolves.toBeNull();
  }
});

test("deleting is part of the transaction, the bytes go after the commit [F3]", async () => {
  const { engine } = await startEngine({ modules });
  const id = await upload(engine, "hello");
  const path = (await engine.files.find(await uuidOf(engine, id)))?.path ?? "";

  await engine.mutation(callOf("app:remove", { id, fail: true }));
  expect(existsSync(path)).toBe(true);
  expect(await uuidOf(engine, id)).not.toBe("");

  expect(valueOf(await engine.mutation(callOf("app:remove", { id })))).toBeNull();
  expect(valueOf(await engine.query(callOf("app:urlOf", { id })))).toBeNull();
  await until(
    () => existsSync(path),
    (exists) => !exists,
  );
});

test("a query that produced a URL has the file among its reads [F3]", async () => {
  const { engine } = await startEngine({ modules });
  const id = await upload(engine, "hello");

  const { reads } = await engine.query(callOf("app:urlOf", { id }));

  expect([...reads.documents]).toContain(id);
});

test("an upload token is valid for one hour, on this deployment [F4]", async () => {
  let nowMs = 1_700_000_000_000;
  const { engine } = await startEngine({ modules, clock: () => nowMs });
  const other = await startEngine({ modules, clock: () => nowMs });

  const url = valueOf(await engine.mutation(callOf("app:uploadUrl"))) as string;
  const token = new URL(url).searchParams.get("token") ?? "";
  const [expires = "", signature = ""] = token.split(".");

  expect(url).toContain("https://host.test/api/storage/upload?token=");
  expect(engine.files.isUploadToken(token)).toBe(true);
  expect(other.engine.files.isUploadToken(token)).toBe(false);
  for (const forged of ["", ".", `z${expires}.${signature}`, `${expires}.`, `${expires}.AAAA`]) {
    expect(engine.files.isUploadToken(forged)).toBe(false);
  }
  nowMs += 59 * 60 * 1000;
  expect(engine.files.isUploadToken(token)).toBe(true);
  nowMs += 2 * 60 * 1000;
  expect(engine.files.isUploadToken(token)).toBe(false);
});

test("the data alone, as a backup has it, makes no upload token [F4]", async () => {
  const { engine, folder } = await startEngine({ modules });
  const url = valueOf(await engine.mutation(callOf("app:uploadUrl"))) as string;
  const token = new URL(url).searchParams.get("token") ?? "";
  expect(engine.files.isUploadToken(token)).toBe(true);
  await engine.stop();

  const other = await startEngine({ modules, folder });

  expect(other.engine.files.isUploadToken(token)).toBe(false);
});

test("a start empties the temporary folder and removes bytes without a row [F5]", async () => {
  const first = await startEngine({ modules });
  const kept = await upload(first.engine, "kept");
  const files = join(first.folder, "files");
  const orphan = "0f8b1f9c-0000-4000-8000-123456789abc";
  writeFileSync(join(files, orphan), "orphan");
  utimesSync(join(files, orphan), 1, 1);
  writeFileSync(join(first.engine.files.temporaryFolder, "half"), "half of an upl");
  utimesSync(join(first.engine.files.temporaryFolder, "half"), 1, 1);
  const uuid = await uuidOf(first.engine, kept);
  utimesSync(join(files, uuid), 1, 1);
  await first.engine.stop();

  const { engine } = await startEngine({ modules, folder: first.folder });
  expect(readdirSync(engine.files.temporaryFolder)).toEqual([]);
  engine.startJobs();
  const names = await until(
    () => readdirSync(files),
    (found) => !found.includes(orphan),
  );

  expect(names.sort()).toEqual(["incoming", uuid].sort());
});

test("a start looks at a slice of the files at a time, however many lost their row [F8]", async () => {
  const { engine, folder } = await startEngine({ modules });
  const files = join(folder, "files");
  const kept = await uuidOf(engine, await upload(engine, "kept"));
  for (let number = 0; number < 900; number++) {
    const path = join(files, `0f8b1f9c-0000-4000-8000-${String(number).padStart(12, "0")}`);
    writeFileSync(path, "");
    utimesSync(path, 1, 1);
  }
  const reads = readsPerTurn(engine.database);

  engine.startJobs();
  const names = await until(
    () => readdirSync(files),
    (found) => found.length <= 2,
  );
  reads.stop();

  expect(names.sort()).toEqual(["incoming", kept].sort());
  expect(reads.most()).toBeLessThanOrEqual(300);
});

test("actions store and read blobs; a wrong sha256 stores nothing [F6]", async () => {
  const store = actionGeneric(async (ctx, { hash }: { hash: string | null }) => {
    const blob = new Blob(["photo"], { type: "image/png" });
    const id = await ctx.storage.store(blob, hash === null ? {} : { sha256: hash });
    const read = await ctx.storage.get(id);
    const url = await ctx.storage.getUrl(id);
    return { text: (await read?.text()) ?? "", type: read?.type ?? "", hasUrl: url !== null };
  });
  const { engine } = await startEngine({ modules: { app: { ...modules.app, store } } });
  const run = (hash: string | null) => engine.action(callOf("app:store", { hash }));

  const right = sha256("photo").toString("base64");
  for (const hash of [null, right]) {
    expect(valueOf(await run(hash))).toEqual({ text: "photo", type: "image/png", hasUrl: true });
  }
  expect(await run(sha256("other").toString("base64"))).toMatchObject({
    ok: false,
    message: expect.stringContaining("Sha256Mismatch"),
  });
});

test.each(["store", "get"] as const)("a mutation has no storage.%s [F6]", async (name) => {
  const use = mutationGeneric(async (ctx) => {
    const storage = ctx.storage as unknown as Record<string, (blob: Blob) => Promise<null>>;
    return (await storage[name]?.(new Blob([]))) ?? null;
  });
  const { engine } = await startEngine({ modules: { app: { use } } });

  expect(await engine.mutation(callOf("app:use"))).toMatchObject({
    ok: false,
    message: expect.stringContaining(`Can't use storage.${name}() in queries and mutations.`),
  });
});

test("a storage id may be written as uuid, an unknown one has nothing [F7]", async () => {
  const { engine } = await startEngine({ modules });
  const id = await upload(engine, "hello");
  const uuid = await uuidOf(engine, id);

  expect(await uuidOf(engine, uuid)).toBe(uuid);
  expect(valueOf(await engine.query(callOf("app:metadataOf", { id })))).toEqual({
    storageId: uuid,
    sha256: sha256("hello").toString("hex"),
    size: 5,
    contentType: "text/plain",
  });
  await engine.mutation(callOf("app:remove", { id: uuid }));
  expect(valueOf(await engine.query(callOf("app:metadataOf", { id })))).toBeNull();
  expect(await engine.mutation(callOf("app:remove", { id }))).toMatchObject({
    ok: false,
    message: expect.stringContaining(`storage id ${id} not found`),
  });
});

test("a file whose row the disk refuses is refused in words, and its bytes do not stay [F1] [O11]", async () => {
  const caught = actionGeneric((ctx) =>
    ctx.storage.store(new Blob(["bytes"])).catch((error: { data: unknown }) => error.data as never),
  );
  const { engine } = await startEngine({ modules: { app: { caught } } });
  onTestFinished(() => void (disk.look = null));
  disk.look = (sql) => {
    if (sql === "BEGIN IMMEDIATE") throw new StorageError("disk is full", "SQLITE_FULL");
  };

  const told = valueOf(await engine.action(callOf("app:caught")));

  expect(told).toMatchObject({ code: "NotStored" });
  expect(readdirSync(engine.files.temporaryFolder)).toEqual([]);
});
