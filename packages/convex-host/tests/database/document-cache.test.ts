import { expect, test } from "vitest";
import { SeededRandom } from "../../src/functions/run/seeded-random.ts";
import { get, mutate, read, roomsDatabase } from "./fixture.ts";
import type { ReadTransaction } from "../../src/database/transactions/read-transaction.ts";
import type { Snapshot } from "../../src/database/transactions/snapshot.ts";
import type { Database } from "../../src/database/database.ts";

type State = Map<string, string>;
type Moment = { snapshot: Snapshot; state: State };

test("reads by id are of their own time, whatever was read, written or dropped before [D1] [D2] [D13]", async () => {
  const database = roomsDatabase();
  const random = new SeededRandom(() => Buffer.alloc(32, "documents"));
  const choose = (count: number) => Math.floor(random.number() * count);
  // The texts are so large that the documents together do not fit into the cache.
  const text = (step: number) => `${step} ${"x".repeat(choose(20) * 1_000)}`;
  const ids = await mutate(database, (tx) =>
    Array.from({ length: 400 }, () => tx.insert("rooms", { name: text(0) })),
  );
  const state: State = read(database, (tx) => new Map(ids.map((id) => [id, nameOf(tx, id)!])));
  const moments: Moment[] = [];
  for (let step = 1; step < 1_500; step++) {
    const id = ids[choose(choose(2) === 0 ? 10 : ids.length)]!;
    const action = choose(10);
    if (action === 0) moments.push({ snapshot: database.snapshot(), state: new Map(state) });
    else if (action === 1) moments.splice(choose(moments.length), 1)[0]?.snapshot.close();
    else if (action < 5)
      await write(database, { id, state, text: text(step), isKept: choose(4) > 0 });
    else expect(nameOfNow(database, id)).toBe(state.get(id));
    for (const moment of moments.slice(-3)) {
      expect(nameOf(moment.snapshot.begin({ nowMs: 1 }), id)).toBe(moment.state.get(id));
    }
  }
  for (const { snapshot } of moments) snapshot.close();
  expect(read(database, (tx) => ids.map((id) => nameOf(tx, id)))).toEqual(
    ids.map((id) => state.get(id)),
  );
});

/** Changes or removes a document in a mutation, which is rolled back unless `isKept`. */
async function write(
  database: Database,
  { id, state, text, isKept }: { id: string; state: State; text: string; isKept: boolean },
): Promise<void> {
  if (!state.has(id)) return;
  const isRemoval = text.length < 10;
  const tx = database.begin({ nowMs: 1 });
  if (isRemoval) tx.remove({ id });
  else tx.patch({ id, value: { name: text } });
  if (!isKept) {
    database.rollback(tx);
    return;
  }
  const flushed = database.commit(tx);
  if (isRemoval) state.delete(id);
  else state.set(id, text);
  // Before the flush, later mutations see the change although it is not on disk.
  expect(nameOfNow(database, id)).toBe(state.get(id));
  await flushed;
}

function nameOf(tx: ReadTransaction, id: string): string | undefined {
  return get(tx, id)?.["name"] as string | undefined;
}

/** Returns the name as a mutation that begins now reads it. */
function nameOfNow(database: Database, id: string): string | undefined {
  const tx = database.begin({ nowMs: 1 });
  const name = nameOf(tx, id);
  database.rollback(tx);
  return name;
}
