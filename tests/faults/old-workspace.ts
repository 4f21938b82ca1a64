import { linkSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  fileKeys,
  filesFolder,
  keyToBytes,
  newId,
  openDatabase,
  openSqlite,
  openWriter,
  orderKey,
} from "convex-host/inside";
import { workspaceNames } from "../../server/workspace-options.ts";
import { KillableHost } from "../support/killable-host.ts";
import type { Bounded } from "./parts.ts";

export type OldWorkspace = { files: number; rows: number };

export type OldFigures = OldWorkspace & {
  /** The milliseconds from process start to readiness, on the empty and on the full workspace. */
  emptyStartMs: number;
  startMs: number;
  /** The milliseconds from readiness to the first answer, and the slowest answer of the first seconds. */
  firstAnswerMs: number;
  slowestAnswerMs: number;
  /** The rows that still had to be removed at that time. */
  orphansLeft: number;
  oldAnswersLeft: number;
  oldJobsLeft: number;
  wrongs: string[];
};

const dayMs = 24 * 60 * 60 * 1000;
const watchedMs = 20_000;
/** The maximum number of hard links to one file; file systems limit it. */
const namesOfOne = 10_000;

/** Starts a host on a workspace that has been in use for years, and sends it requests from its first moment. */
export async function startOldWorkspace(size: OldWorkspace): Promise<OldFigures> {
  const host = await KillableHost.build();
  try {
    await host.start();
    await host.stop();
    const emptyStartMs = await startMs(host);
    await host.stop();
    const orphans = await fillFiles(host.dataDir, size.files);
    fillRows(host.dataDir, size.rows);
    const fullStartMs = await startMs(host);
    const answers = await answersOf(host.url);
    const isBlocked = host.printed.includes("function-thread.");
    await host.stop();
    const left = countLeft(host.dataDir);
    return {
      ...size,
      emptyStartMs,
      startMs: fullStartMs,
      ...answers,
      ...left,
      orphansLeft: readdirSync(join(host.dataDir, filesFolder)).filter((name) => orphans.has(name))
        .length,
      wrongs: isBlocked ? [`the function thread was lost: ${host.printed}`] : [],
    };
  } finally {
    await host.remove();
  }
}

const slowestAnswerMs = 2_000;

/** The figures beside their bounds. */
export function boundsOfOld(old: Pick<OldFigures, "slowestAnswerMs">): Bounded[] {
  return [{ name: "slowest answer", is: old.slowestAnswerMs, unit: "ms", below: slowestAnswerMs }];
}

async function startMs(host: KillableHost): Promise<number> {
  const startedAt = performance.now();
  await host.start();
  return Math.round(performance.now() - startedAt);
}

async function answersOf(url: string): Promise<{ firstAnswerMs: number; slowestAnswerMs: number }> {
  const readyAt = performance.now();
  let first: number | null = null;
  let slowest = 0;
  while (performance.now() - readyAt < watchedMs) {
    const askedAt = performance.now();
    const body = JSON.stringify({ path: "company:settings", args: {}, format: "json" });
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`${url}/api/query`, { method: "POST", headers, body });
    await response.text();
    const ms = Math.round(performance.now() - askedAt);
    first ??= ms;
    slowest = Math.max(slowest, ms);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { firstAnswerMs: first ?? 0, slowestAnswerMs: slowest };
}

/**
 * Makes files of which three in four have a row, and returns the names of the others. All are hard links to a few empty
 * files.
 */
async function fillFiles(dataDir: string, count: number): Promise<Set<string>> {
  const folder = join(dataDir, filesFolder);
  mkdirSync(folder, { recursive: true });
  const names: string[] = [];
  const orphans = new Set<string>();
  const database = openDatabase({
    path: join(dataDir, workspaceNames.databaseFile),
    durable: false,
  });
  const { addresses } = fileKeys(database);
  for (let start = 0; start < count; start += 10_000) {
    const tx = database.begin({ nowMs: Date.now() });
    for (let at = start; at < Math.min(count, start + 10_000); at++) {
      const isOrphan = at % 4 === 0;
      const row = {
        sha256: "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        size: 0,
        contentType: null,
      };
      const id = isOrphan ? newId(540, { nowMs: Date.now() }) : tx.system.insert("_storage", row);
      const name = addresses.uuidOf(id);
      names.push(name);
      if (isOrphan) orphans.add(name);
    }
    await database.commit(tx);
  }
  database.close();
  for (const [at, name] of names.entries()) {
    const path = join(folder, name);
    if (at % namesOfOne === 0) writeFileSync(path, "");
    else linkSync(join(folder, names[at - (at % namesOfOne)]!), path);
  }
  return orphans;
}

/** Inserts finished jobs and remembered answers, half of them old enough to be removed. */
function fillRows(dataDir: string, count: number): void {
  const statements = openWriter(join(dataDir, workspaceNames.databaseFile), { durable: false });
  const indexes = statements.indexes.all().filter(([, table]) => table === 539);
  const idOf = (name: string) => Number(indexes.find(([, , found]) => found === name)![0]);
  const [byId, byTime] = [idOf("by_id"), idOf("by_creation_time")];
  let rid = Number(statements.lastRid.get()![0] ?? 0);
  const now = Date.now();
  statements.transaction(() => {
    for (let at = 0; at < count; at++) {
      const time = now - 10 * dayMs + at / 1000 + (at >= count / 2 ? 9 * dayMs : 0);
      const id = newId(539, { nowMs: time });
      const json = `{"_creationTime":${time},"_id":"${id}","args":[{}],"completedTime":${time},"name":"jobs/today.js:advance","scheduledTime":${time},"state":{"kind":"success"}}`;
      statements.insertDocument.run(++rid, json.length, json);
      statements.insertKey.run(byId, keyToBytes(orderKey(id)), rid);
      statements.insertKey.run(byTime, keyToBytes(orderKey(time) + orderKey(id)), rid);
    }
  });
  statements.close();
  const sqlite = openSqlite(join(dataDir, workspaceNames.databaseFile));
  const hour = Math.floor(now / 3_600_000);
  sqlite.exec(`
    BEGIN;
    INSERT INTO request_clients (id, session_id, caller)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.ceil(count / 100)})
      SELECT i + 1000000, 'page-' || i, '"issuer|somebody"' FROM n;
    INSERT INTO answers (client, request_id, ts, hour, result, log_lines)
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
      SELECT i / 100 + 1000001, i % 100, i, ${hour} - iif(i < ${count / 2}, 240, 24), NULL, NULL FROM n;
    COMMIT;`);
  // Without this, the checkpoint would run when the connection is collected, while the host starts.
  sqlite.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
  sqlite.close();
}

function countLeft(dataDir: string): { oldAnswersLeft: number; oldJobsLeft: number } {
  const sqlite = openSqlite(join(dataDir, workspaceNames.databaseFile));
  const count = (sql: string) => Number(sqlite.prepare(sql).get()![0]);
  const hour = Math.floor((Date.now() - 8 * dayMs) / 3_600_000);
  const left = {
    oldAnswersLeft: count(`SELECT count(*) FROM answers WHERE hour < ${hour}`),
    oldJobsLeft: count(
      `SELECT count(*) FROM documents WHERE json LIKE '%"name":"jobs/today.js:advance"%'
       AND (json ->> '$.completedTime') < ${Date.now() - 7 * dayMs}`,
    ),
  };
  sqlite.close();
  return left;
}
