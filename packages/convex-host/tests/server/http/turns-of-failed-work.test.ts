import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { noKnownPaths } from "../../../src/server/http/known-paths.ts";
import type { Exchange } from "../../../src/server/http/exchange.ts";
import { FairTurns } from "../../../src/server/http/fair-turns.ts";
import { anonymous } from "../../../src/server/sync/caller-check.ts";

const one = { atOnce: 1, atOnceOfOne: 1, overdueOfOne: 1, waitingOfOne: 1, longestMs: 60_000 };

function exchangeAt(path: string): Exchange {
  const metadata = { requestId: "r", ip: "192.0.2.1", userAgent: null };
  const response = new EventEmitter();
  const request = { method: "GET" };
  const exchange = { request, response, url: new URL(path, "http://localhost"), metadata };
  return exchange as unknown as Exchange;
}

test("work that cannot even begin gives its turns back [B19]", async () => {
  const turns = new FairTurns({
    ...{ signedIn: one, unsigned: one, long: one, senders: { knownOf: () => null } },
    ...{ paths: { ...noKnownPaths, isLong: () => true }, accountOf: () => null },
  });
  const fail = () => {
    throw new Error("cannot begin");
  };
  const begun = turns.runUntilOver(exchangeAt("/long"), anonymous, fail);
  await expect(begun).rejects.toThrow("cannot begin");

  const next = turns.run(exchangeAt("/long"), anonymous, () => Promise.resolve("begun"));
  expect(await Promise.race([next, new Promise((resolve) => setImmediate(resolve))])).toBe("begun");
});
