import { expect, onTestFinished, test } from "vitest";
import { read, temporaryPath, roomsDatabase } from "./fixture.ts";
import { openDatabase } from "../../src/database/open-database.ts";

const request = (requestId: number, result = "null") => ({
  sessionId: "s",
  requestId,
  caller: "",
  result,
  logLines: [],
});

test("a request is remembered with its mutation: pending, flushed and after a restart [D9]", async () => {
  const path = temporaryPath();
  const database = openDatabase({ path, durable: false });
  const tx = database.begin({ nowMs: 1 });
  tx.insert("rooms", { name: "1" });
  expect(tx.findRequest("s", 7)).toBeNull();
  const record = { ...request(7, '{"a":1}'), caller: "iss|x\0y", logLines: ["[LOG] 'x'"] };
  const flushed = database.commit(tx, record);
  const next = database.begin({ nowMs: 1 });
  const pending = next.findRequest("s", 7)!;
  expect(pending).toMatchObject(record);
  await pending.flushed;
  expect(pending.ts).toBe(await flushed);
  database.rollback(next);
  database.close();
  const again = openDatabase({ path, durable: false });
  onTestFinished(() => again.close());
  const last = again.begin({ nowMs: 1 });
  expect(last.findRequest("s", 7)).toMatchObject({ ...record, ts: pending.ts });
  expect(last.findRequest("t", 7)).toBeNull();
  expect(last.findRequest("s", 8)).toBeNull();
});

test("a request without writes is remembered, and cannot be carried out twice [D9]", async () => {
  const database = roomsDatabase();
  await database.commit(database.begin({ nowMs: 1 }), request(1, "5"));
  const tx = database.begin({ nowMs: 1 });
  expect(tx.findRequest("s", 1)).toMatchObject({ result: "5" });
  tx.insert("rooms", { name: "1" });
  await expect(database.commit(tx, request(1))).rejects.toThrow("already carried out");
  expect(read(database, (snapshot) => snapshot.count("rooms"))).toBe(0);
});

test("old requests are forgotten, as many at a time as is asked for, newer ones are not [D9] [D28]", async () => {
  const hourMs = 60 * 60 * 1000;
  let nowMs = 0;
  const database = roomsDatabase({ clock: () => nowMs });
  for (let at = 0; at < 1_200; at++) {
    nowMs = at * hourMs;
    void database.commit(database.begin({ nowMs }), request(at));
    if (at % 100 === 0) await new Promise(setImmediate);
  }
  await new Promise(setImmediate);
  const counts = [1, 2, 3].map(() =>
    database.forgetRequests({ ms: 1_000 * hourMs, largeMs: 0 }, 400),
  );
  expect(counts.slice(0, 2)).toEqual([400, 400]);
  expect(counts[2]).toBeLessThan(400);
  const tx = database.begin({ nowMs: 1 });
  expect(tx.findRequest("s", 0)).toBeNull();
  expect(tx.findRequest("s", 900)).toBeNull();
  expect(tx.findRequest("s", 1_199)).not.toBeNull();
});
