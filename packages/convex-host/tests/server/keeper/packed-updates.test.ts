import fc from "fast-check";
import { expect, test } from "vitest";
import { packUpdates, unpackUpdates } from "../../../src/wire/packed-updates.ts";
import type { ClientUpdate } from "../../../src/wire/live-clients.ts";

const counter = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const update: fc.Arbitrary<ClientUpdate> = fc.record({
  client: counter,
  querySet: counter,
  identity: counter,
  ts: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  changes: fc.array(fc.record({ queryId: counter, result: fc.option(counter) }), { maxLength: 5 }),
});

test("updates are the same on the other thread, each with its own client, moment and changes [L5]", () => {
  const property = fc.property(fc.array(update, { maxLength: 20 }), (updates) => {
    expect(unpackUpdates(structuredClone(packUpdates(updates)))).toEqual(updates);
  });
  fc.assert(property);
});
