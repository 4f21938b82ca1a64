import { expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../../../src/database/sqlite/driver.ts";
import { temporaryPath } from "../fixture.ts";
import { openDatabase } from "../../../src/database/open-database.ts";

/** The SQL of a file in the first format, with three scheduled functions and the answers to four requests. */
const firstFormat = `
  CREATE TABLE documents (rid INTEGER PRIMARY KEY, size INTEGER NOT NULL, json TEXT NOT NULL) STRICT;
  CREATE TABLE index_rows (
    index_id INTEGER NOT NULL, key BLOB NOT NULL, rid INTEGER NOT NULL, PRIMARY KEY (index_id, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE tables (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, document_type TEXT) STRICT;
  CREATE TABLE indexes (
    id INTEGER PRIMARY KEY, table_number INTEGER NOT NULL, name TEXT NOT NULL, fields TEXT NOT NULL,
    UNIQUE (table_number, name)
  ) STRICT;
  CREATE TABLE requests (
    seq INTEGER PRIMARY KEY, session_id TEXT NOT NULL, request_id INTEGER NOT NULL, caller TEXT NOT NULL,
    result TEXT NOT NULL, log_lines TEXT NOT NULL, ts INTEGER NOT NULL, created_ms INTEGER NOT NULL,
    UNIQUE (session_id, request_id)
  ) STRICT;
  CREATE TABLE meta (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE clock (
    id INTEGER PRIMARY KEY CHECK (id = 1), ts INTEGER NOT NULL, creation_time REAL NOT NULL,
    next_table INTEGER NOT NULL, next_index INTEGER NOT NULL
  ) STRICT;
  INSERT INTO clock VALUES (1, 7200001000000, 3, 10001, 5);
  INSERT INTO tables VALUES (539, '_scheduled_functions', NULL), (540, '_storage', NULL);
  INSERT INTO indexes VALUES
    (1, 539, 'by_id', '["_id"]'), (2, 539, 'by_creation_time', '["_creationTime","_id"]'),
    (3, 540, 'by_id', '["_id"]'), (4, 540, 'by_creation_time', '["_creationTime","_id"]');
  INSERT INTO documents VALUES
    (1, 9, '{"_creationTime":1,"_id":"waits","args":[{}],"name":"a.js:b","scheduledTime":9.5,"state":{"kind":"pending"}}'),
    (2, 9, '{"_creationTime":2,"_id":"done","args":[{}],"completedTime":3,"name":"a.js:b","scheduledTime":2,"state":{"kind":"success"}}'),
    (3, 9, '{"_creationTime":3,"_id":"runs","args":[{"state":{"kind":"success"}}],"name":"a.js:b","scheduledTime":3,"state":{"kind":"inProgress"}}');
  INSERT INTO index_rows VALUES (1, x'01', 1), (1, x'02', 2), (1, x'03', 3), (2, x'01', 1), (2, x'02', 2), (2, x'03', 3);
  INSERT INTO requests VALUES
    (1, 'page', 0, '""', 'null', '[]', 3600000000000, 3600000),
    (2, 'page', 1, '"issuer|sam"', '{"id":"x"}', '["[LOG] ''hi''"]', 3600000000001, 3600001),
    (3, 'other', 1, '"issuer|sam"', '5', '[]', 7200000000000, 7200000),
    (4, 'other', 2, '"issuer|sam"', 'null', '[]', 7200001000000, 7200001);
  PRAGMA application_id = 1416983150;
  PRAGMA user_version = 1;
`;

test("a file of the first format is carried over: what is open, and what was answered [D29]", async () => {
  const path = temporaryPath();
  const sqlite = openSqlite(path);
  sqlite.exec(firstFormat);
  sqlite.close();

  const database = openDatabase({ path, durable: false, clock: () => 9_000_000 });
  onTestFinished(() => database.close());

  expect(database.openJobs(0, 10)).toEqual([
    { position: 1, id: "waits", isRunning: false, scheduledTime: 9.5 },
    { position: 3, id: "runs", isRunning: true, scheduledTime: 3 },
  ]);
  const tx = database.begin({ nowMs: 1 });
  expect(tx.findRequest("page", 0)).toMatchObject({ caller: "", result: "null", logLines: [] });
  expect(tx.findRequest("page", 1)).toMatchObject({
    ...{ caller: "issuer|sam", result: '{"id":"x"}', logLines: ["[LOG] 'hi'"] },
    ts: 3_600_000_000_001n,
  });
  expect(tx.findRequest("other", 1)).toMatchObject({ result: "5", ts: 7_200_000_000_000n });
  database.rollback(tx);

  expect(database.forgetRequests({ ms: 7_200_000, largeMs: 0 }, 10)).toBe(2);
  const later = database.begin({ nowMs: 1 });
  expect(later.findRequest("page", 1)).toBeNull();
  const record = { sessionId: "page", requestId: 1, caller: "", result: "6", logLines: [] };
  await database.commit(later, record);
  const last = database.begin({ nowMs: 1 });
  expect(last.findRequest("page", 1)).toMatchObject({ result: "6" });
  expect(last.findRequest("other", 2)).toMatchObject({ caller: "issuer|sam" });
  database.rollback(last);
});

test("the answer of a request takes less than 45 bytes of the file [D28]", async () => {
  const path = temporaryPath();
  openDatabase({ path, durable: false }).close();
  const empty = sizeOf(path);
  const database = openDatabase({ path, durable: false });
  const count = 5_000;
  for (let requestId = 0; requestId < count; requestId++) {
    const caller = "https://site.example.com|j57a9xqk2v8n4m1p0c3d5e7f9g";
    const sessionId = "0f8b1f9c-6b1e-4c58-9d3a-123456789abc";
    const record = { sessionId, requestId, caller, result: "null", logLines: [] };
    void database.commit(database.begin({ nowMs: 1 }), record);
  }
  await database.commit(database.begin({ nowMs: 1 }));
  database.close();

  expect((sizeOf(path) - empty) / count).toBeLessThan(45);
});

function sizeOf(path: string): number {
  const sqlite = openSqlite(path);
  const read = (name: string) => Number(sqlite.prepare(`PRAGMA ${name}`).get()![0]);
  const size = read("page_count") * read("page_size");
  sqlite.close();
  return size;
}
