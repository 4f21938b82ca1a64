import fc from "fast-check";
import { expect, test } from "vitest";
import { createInvalidation } from "../../../src/database/reads/invalidation.ts";
import type { ReadTransaction } from "../../../src/database/transactions/read-transaction.ts";
import type { WriteTransaction } from "../../../src/database/transactions/write-transaction.ts";
import { collect, commit, mutate, read, scan } from "../fixture.ts";
import { found, notesDatabase, searchFor, withTexts } from "./notes.ts";

const word = fc.constantFrom("tap", "tape", "door", "ta", "d");
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(" "));
const kind = fc.constantFrom("x", "y");
const change = fc.record({
  what: fc.constantFrom("insert", "insert", "patch", "kind", "other", "remove", "keep", "discard"),
  ...{ at: fc.nat(9), text, kind },
});
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function apply(tx: WriteTransaction, ids: string[], { what, at, ...fields }: Change): void {
  if (what === "insert" || ids.length === 0) {
    ids.push(tx.insert("notes", fields));
    return;
  }
  const id = ids[at % ids.length]!;
  if (tx.get({ id, isSystem: false }) === null) return;
  if (what === "patch") tx.patch({ id, value: { text: fields.text } });
  if (what === "kind") tx.patch({ id, value: { kind: fields.kind } });
  if (what === "other") tx.patch({ id, value: { other: at } });
  if (what === "remove") tx.remove({ id });
  if (what !== "keep" && what !== "discard") return;
  tx.enterNested();
  tx.patch({ id, value: fields });
  answersOf(tx);
  tx.leaveNested(what);
}

// All programs share one database, because making one takes longer than running a program.
function removeAll(tx: WriteTransaction): void {
  for (const { _id } of collect(tx, scan("notes"))) tx.remove({ id: _id });
}

const searches = ["tap", "door ta", "d"].flatMap((words) => [
  searchFor(words),
  searchFor(words, { equal: [["kind", "x"]] }),
  searchFor(words, { operators: [{ limit: 1 }] }),
]);
const answersOf = (tx: ReadTransaction) => searches.map((query) => collect(tx, query));

test("a mutation finds what everybody finds after its commit, in the same order [Q15]", async () => {
  const database = notesDatabase();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 5 }),
      async (rounds) => {
        await mutate(database, removeAll);
        const ids: string[] = [];
        for (const [at, changes] of rounds.entries()) {
          const [inside, flushed] = commit(database, (tx) => {
            changes.forEach((each) => apply(tx, ids, each));
            return answersOf(tx);
          });
          // The other commits are still pending when the next mutation begins.
          if (at % 2 === 0) continue;
          await flushed;
          expect(read(database, answersOf)).toEqual(inside);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test("texts that were removed or changed do not count in the order of a search [Q15]", async () => {
  const texts = ["ta", "d door door tape", "tap", "door", "tape ta d"];
  const fresh = await withTexts(...texts);
  const used = await withTexts(...Array.from({ length: 30 }, () => "tap door"));
  await mutate(used, removeAll);
  await mutate(used, (tx) => {
    for (const text of texts) {
      const id = tx.insert("notes", { text: "door tap tap" });
      tx.patch({ id, value: { text } });
    }
  });
  const orderIn = (database: typeof fresh) =>
    read(database, (tx) => ["door ta", "tap", "d", "ta"].map((words) => found(tx, words)));
  expect(orderIn(used)).toEqual(orderIn(fresh));
});

test("what a mutation searches is not there after a rollback, and never for others before its commit [Q15]", async () => {
  const database = await withTexts("tap");
  const tx = database.begin({ nowMs: 1 });
  tx.insert("notes", { text: "tap two" });
  expect(found(tx, "tap")).toHaveLength(2);
  expect(read(database, (other) => found(other, "tap"))).toEqual(["tap"]);
  expect(tx.staleView().ts).toBe(tx.ts);
  expect(collect(tx.staleView(), searchFor("tap"))).toHaveLength(1);
  database.rollback(tx);
  expect(await mutate(database, (next) => found(next, "tap"))).toEqual(["tap"]);
});

test("a walk of a search goes on as it began, whatever is written meanwhile [Q15]", async () => {
  const database = await withTexts("tap 1", "tap 2", "tap 3");
  const seen = await mutate(database, (tx) => {
    const stream = tx.queryStream(searchFor("tap"));
    const rows: unknown[] = [];
    for (let row = tx.queryStreamNext(stream); !row.done; row = tx.queryStreamNext(stream)) {
      const { _id, text: at } = JSON.parse(row.value!) as { _id: string; text: string };
      rows.push(at);
      tx.patch({ id: _id, value: { text: "gone" } });
      tx.insert("notes", { text: "tap more" });
    }
    return rows;
  });
  expect(seen).toEqual(["tap 3", "tap 2", "tap 1"]);
});

test("a snapshot searches its own state [Q15]", async () => {
  const database = await withTexts("tap");
  const snapshot = database.snapshot();
  await mutate(database, (tx) => tx.insert("notes", { text: "tap two" }));
  expect(found(snapshot.begin({ nowMs: 0 }), "tap")).toEqual(["tap"]);
  snapshot.close();
  expect(read(database, (tx) => found(tx, "tap"))).toHaveLength(2);
});

test("no search whose answer changed is missed, whatever was written [Q16]", async () => {
  const database = notesDatabase();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 6 }),
      async (rounds) => {
        await mutate(database, removeAll);
        const ids: string[] = [];
        const invalidation = createInvalidation<number>();
        const dirty = new Set<number>();
        const ask = (at: number) =>
          read(database, (tx) => {
            const answer = JSON.stringify(collect(tx, searches[at]!));
            return { answer, reads: tx.reads };
          });
        const stop = database.onCommit(({ writes }) =>
          invalidation.match(writes).forEach((at) => dirty.add(at)),
        );
        for (const changes of rounds) {
          const before = searches.map((_, at) => ask(at));
          before.forEach(({ reads }, at) => invalidation.set(at, reads));
          dirty.clear();
          await mutate(database, (tx) => changes.forEach((each) => apply(tx, ids, each)));
          before.forEach(({ answer }, at) => {
            if (ask(at).answer !== answer) expect(dirty.has(at)).toBe(true);
          });
        }
        stop();
      },
    ),
    { numRuns: 40 },
  );
});

test("writes that leave the texts and filter fields alone concern the found documents only [Q16]", async () => {
  const database = await withTexts("tap", "door");
  const { reads, door, tap } = read(database, (tx) => {
    const [tap] = collect(tx, searchFor("tap"));
    const seen = { documents: new Set(tx.reads.documents), ranges: [...tx.reads.ranges] };
    return { reads: seen, tap: tap!, door: collect(tx, searchFor("door"))[0]! };
  });
  const invalidation = createInvalidation<string>();
  invalidation.set("tap", reads);
  const told: number[] = [];
  database.onCommit(({ writes }) => told.push(invalidation.match(writes).size));
  await mutate(database, (tx) => tx.patch({ id: door._id, value: { done: true } }));
  await mutate(database, (tx) => tx.insert("notes", { head: { title: "tap" } }));
  await mutate(database, (tx) => tx.patch({ id: tap._id, value: { done: true } }));
  await mutate(database, (tx) => tx.patch({ id: door._id, value: { kind: "x" } }));
  expect(told).toEqual([0, 0, 1, 1]);
});

test("pages of a search follow one another, and keep their ends while documents come and go [Q17]", async () => {
  const database = await withTexts(
    ...Array.from({ length: 25 }, (_, at) => `tap ${"x ".repeat(at)}`),
  );
  type Page = { page: { text: string }[]; continueCursor: string; isDone: boolean };
  const pageOf = (cursor: string | null, endCursor?: string) =>
    read(database, (tx) => {
      const asked = {
        query: searchFor("tap"),
        cursor,
        pageSize: 10,
        ...(endCursor && { endCursor }),
      };
      return JSON.parse(tx.queryPage(asked)) as Page;
    });
  const first = pageOf(null);
  const second = pageOf(first.continueCursor);
  const third = pageOf(second.continueCursor);
  expect([first, second, third].map(({ page, isDone }) => [page.length, isDone])).toEqual([
    [10, false],
    [10, false],
    [5, true],
  ]);
  const whole = () => read(database, (tx) => found(tx, "tap"));
  expect([first, second, third].flatMap(({ page }) => page.map(({ text: at }) => at))).toEqual(
    whole(),
  );
  await mutate(database, (tx) => {
    for (const n of [1, 5, 15]) tx.insert("notes", { text: `tap ${"x ".repeat(n)}` });
    tx.remove({ id: collect(tx, searchFor("tap"))[3]!._id });
  });
  const again = [
    pageOf(null, first.continueCursor),
    pageOf(first.continueCursor, second.continueCursor),
    pageOf(second.continueCursor, third.continueCursor),
  ];
  expect(again.flatMap(({ page }) => page.map(({ text: at }) => at))).toEqual(whole());
  expect(() =>
    read(database, (tx) =>
      tx.queryPage({ query: searchFor("door"), cursor: first.continueCursor, pageSize: 10 }),
    ),
  ).toThrow("InvalidCursor");
});

test("a search counts as one query, and each document that it reads [Q14]", async () => {
  const database = await withTexts("tap", "tap", "door");
  read(database, (tx) => {
    found(tx, "tap");
    expect(tx.metrics().databaseQueries.used).toBe(1);
    expect(tx.metrics().documentsRead.used).toBe(2);
  });
});
