import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/values/json.ts";
import { collect, commit, get, mutate, range, read } from "./fixture.ts";
import { itemsDatabase, labels, withItems } from "./items.ts";

test("a stream shows the state at its first row, however the mutation goes on [Q5]", async () => {
  const database = await withItems([1, 2, 3].map((a) => ({ a })));
  const seen = await mutate(database, (tx) => {
    const stream = tx.queryStream(range("items.by_a", [["Gt", "a", 0]]));
    const values: unknown[] = [];
    for (let next = tx.queryStreamNext(stream); !next.done; next = tx.queryStreamNext(stream)) {
      const item = JSON.parse(next.value!) as { _id: string; a: number };
      values.push(item.a);
      tx.patch({ id: item._id, value: { a: item.a + 10 } });
      tx.insert("items", { a: item.a + 0.5 });
    }
    return [values, labels(tx, range("items.by_a"))];
  });
  expect(seen[0]).toEqual([1, 2, 3]);
  expect(seen[1]).toEqual([1.5, 2.5, 3.5, 11, 12, 13]);
});

test("a mutation reads over disk, pending commits and its own layers as over one state [Q5]", async () => {
  const change = fc.record({
    do: fc.constantFrom("insert", "patch", "remove", "commit", "flush", "enter", "keep", "discard"),
    pick: fc.nat(20),
    a: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 30 }), async (changes) => {
      const database = itemsDatabase();
      let model = new Map<string, number>();
      const saved: Map<string, number>[] = [];
      let tx = database.begin({ nowMs: 1 });
      for (const { do: what, pick, a } of changes) {
        const id = [...model.keys()][pick % Math.max(model.size, 1)];
        if (what === "insert") model.set(tx.insert("items", { a }), a);
        else if (what === "patch" && id !== undefined) {
          tx.patch({ id, value: { a } });
          model.set(id, a);
        } else if (what === "remove" && id !== undefined) {
          tx.remove({ id });
          model.delete(id);
        } else if (what === "enter") {
          tx.enterNested();
          saved.push(new Map(model));
        } else if ((what === "keep" || what === "discard") && saved.length > 0) {
          tx.leaveNested(what);
          const before = saved.pop()!;
          if (what === "discard") model = before;
        } else if ((what === "commit" || what === "flush") && saved.length === 0) {
          const flushed = database.commit(tx);
          tx = database.begin({ nowMs: 1 });
          if (what === "flush") await flushed;
        }
        const expected = [...model].sort((l, r) => l[1] - r[1]).map(([, value]) => value);
        expect(labels(tx, range("items.by_a"))).toEqual(expected);
        expect(labels(tx, range("items.by_a", [], { order: "desc" }))).toEqual(
          [...expected].reverse(),
        );
        expect(tx.count("items")).toBe(model.size);
        for (const key of model.keys()) expect(get(tx, key)?.["a"]).toBe(model.get(key));
      }
      database.rollback(tx);
      database.close();
    }),
    { numRuns: 60 },
  );
});

test("long walks fetch in batches and miss nothing [Q5]", async () => {
  const database = itemsDatabase();
  await mutate(database, (tx) => {
    for (let a = 0; a < 1_500; a += 2) tx.insert("items", { a });
  });
  const [found] = commit(database, (tx) => {
    for (let a = 1; a < 1_500; a += 2) tx.insert("items", { a });
    return [
      labels(tx, range("items.by_a")),
      labels(tx, range("items.by_a", [], { order: "desc" })),
    ];
  });
  const all = Array.from({ length: 1_500 }, (_, at) => at);
  expect(found).toEqual([all, [...all].reverse()]);
});

test.each([1, 2, 3, 4, 5, 40])(
  "the first %i rows are those of the whole walk, whatever their texts and keys hold [Q5]",
  async (limit) => {
    const texts = [
      '"',
      "\\",
      "\u0000\u0001\u001f\u007f",
      "\u2028",
      "é",
      "😀",
      '{"a":[1]}',
      "",
      "a\nb\tc",
    ];
    const values = [...texts, ...texts.map((b) => ({ b })), -0.5, true, null, [1, "x"]];
    // So many commits at once are stored in the tables, and not above them.
    const items = Array.from({ length: 5 }, () => values).flat();
    const database = await withItems(items.map((a, b) => ({ a, b, in: { deep: b } })));

    for (const order of ["asc", "desc"] as const) {
      const whole = read(database, (tx) => collect(tx, range("items.by_a_b", [], { order })));
      const first = read(database, (tx) =>
        collect(tx, range("items.by_a_b", [], { order, operators: [{ limit }] })),
      );
      expect(whole.map(({ a, b }) => [b, a]).sort(byFirst)).toEqual(items.map((a, b) => [b, a]));
      expect(first).toEqual(whole.slice(0, limit));
    }
  },
);

function byFirst([left]: (Json | undefined)[], [right]: (Json | undefined)[]): number {
  return Number(left) - Number(right);
}
