import { mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../../../src/database/sqlite/driver.ts";

test("a thread that is ended inside of a transaction leaves neither a lock nor a write [D20]", async () => {
  const folder = mkdtempSync(join(tmpdir(), "convex-worker-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "test.db");
  const sqlite = openSqlite(path);
  onTestFinished(() => sqlite.close());
  sqlite.prepare("PRAGMA journal_mode = WAL").get();
  sqlite.exec("CREATE TABLE t (a)");
  const script = `
    const { parentPort, workerData } = require("node:worker_threads");
    const Database = require("libsql");
    const database = new Database(workerData);
    database.exec("BEGIN IMMEDIATE; INSERT INTO t VALUES (1)");
    parentPort.postMessage("open");
    for (;;);
  `;
  const worker = new Worker(script, { eval: true, workerData: path });
  await once(worker, "message");
  expect(() => sqlite.exec("BEGIN IMMEDIATE")).toThrow("locked");
  await worker.terminate();
  sqlite.exec("BEGIN IMMEDIATE; INSERT INTO t VALUES (2); COMMIT");
  expect(sqlite.prepare("SELECT a FROM t").all()).toEqual([[2]]);
});
