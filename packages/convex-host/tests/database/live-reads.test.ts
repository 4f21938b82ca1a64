import fc from "fast-check";
import { expect, test } from "vitest";
import { createInvalidation } from "../../src/database/reads/invalidation.ts";
import type { Json, JsonObject } from "../../src/values/json.ts";
import { collect, commit, mutate, range, read, scan } from "./fixture.ts";
import { itemsDatabase } from "./items.ts";
import type { ReadTransaction } from "../../src/database/transactions/read-transaction.ts";
import type { WriteTransaction } from "../../src/database/transactions/write-transaction.ts";

const small = fc.nat(4);
const field = fc.constantFrom("a", "b");

type Query = (tx: ReadTransaction, ids: readonly string[]) => unknown;

const boundType = fc.constantFrom("Gt", "Gte", "Lt", "Lte");
const operators: fc.Arbitrary<Json[]> = fc.oneof(
  fc.constant<Json[]>([]),
  small.map((limit): Json[] => [{ limit }]),
  small.map((a): Json[] => [{ filter: { $eq: [{ $field: "a" }, { $literal: a }] } }, { limit: 1 }]),
);
const order = fc.constantFrom<("asc" | "desc")[]>("asc", "desc");

const walk: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.tuple(order, operators).map(([way, list]) => scan("items", list, way)),
  fc
    .tuple(small, order, operators)
    .map(([a, way, list]) =>
      range("items.by_a", [["Eq", "a", a]], { order: way, operators: list }),
    ),
  fc.tuple(small, boundType, small, order, operators).map(([a, type, b, way, list]) =>
    range(
      "items.by_a_b",
      [
        ["Eq", "a", a],
        [type, "b", b],
      ],
      { order: way, operators: list },
    ),
  ),
  fc
    .tuple(boundType, small, order)
    .map(([type, a, way]) => range("items.by_a", [[type, "a", a]], { order: way })),
);

const query: fc.Arbitrary<Query> = fc.oneof(
  {
    weight: 5,
    arbitrary: walk.map(
      (asked): Query =>
        (tx) =>
          collect(tx, asked),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(walk, fc.integer({ min: 1, max: 3 })).map(
      ([asked, pageSize]): Query =>
        (tx) =>
          tx.queryPage({ query: asked, cursor: null, pageSize }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.nat(9).map(
      (at): Query =>
        (tx, ids) =>
          ids[at] && tx.get({ id: ids[at], isSystem: false }),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Query>((tx) => tx.count("items")) },
  { weight: 1, arbitrary: fc.constant<Query>((tx) => collect(tx, scan("later"))) },
);

const change = fc.record({
  what: fc.constantFrom("insert", "patch", "remove", "later", "nested", "flush"),
  at: fc.nat(9),
  name: field,
  value: small,
});

function apply(
  tx: WriteTransaction,
  ids: string[],
  { what, at, name, value }: { what: string; at: number; name: string; value: number },
): void {
  const id = ids[at % ids.length];
  const exists = id !== undefined && tx.get({ id, isSystem: false }) !== null;
  if (what === "insert") ids.push(tx.insert("items", { [name]: value }));
  else if (what === "later") tx.insert("later", {});
  else if (what === "patch" && exists) tx.patch({ id, value: { [name]: value } });
  else if (what === "remove" && exists) tx.remove({ id });
  else if (what === "nested" && exists) {
    tx.enterNested();
    tx.remove({ id });
    tx.leaveNested(value % 2 === 0 ? "keep" : "discard");
  }
}

test("no query whose answer changed is missed, whatever was read and written [D10]", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(query, { minLength: 1, maxLength: 6 }),
      fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 5 }),
      async (queries, rounds) => {
        const database = itemsDatabase();
        const ids = await mutate(database, (tx) =>
          [0, 1, 1, 2, 3, 3].map((a, b) => tx.insert("items", { a, b: b % 3 })),
        );
        const invalidation = createInvalidation<number>();
        const answers: string[] = [];
        const dirty = new Set<number>();
        const run = (at: number) =>
          read(database, (tx) => {
            const answer = JSON.stringify(queries[at]!(tx, ids)) ?? "";
            return { answer, reads: tx.reads };
          });
        const subscribe = (at: number) => {
          const { answer, reads } = run(at);
          answers[at] = answer;
          invalidation.set(at, reads);
        };
        database.onCommit(({ writes }) =>
          invalidation.match(writes).forEach((at) => dirty.add(at)),
        );
        queries.forEach((_, at) => subscribe(at));
        for (const changes of rounds) {
          let flushed: Promise<unknown> = Promise.resolve();
          const known = ids.length;
          for (const each of changes) {
            [, flushed] = commit(database, (tx) => apply(tx, ids, each));
            if (each.what === "flush") await flushed;
          }
          await flushed;
          const added = ids.splice(known);
          queries.forEach((_, at) => {
            if (run(at).answer !== answers[at]) expect(dirty.has(at)).toBe(true);
          });
          ids.push(...added);
          dirty.clear();
          queries.forEach((_, at) => subscribe(at));
        }
        database.close();
      },
    ),
    { numRuns: 100 },
  );
});
