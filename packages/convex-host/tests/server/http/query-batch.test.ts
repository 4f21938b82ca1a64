import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { defaultLimits } from "../../../src/server/bounds/server-limits.ts";
import type { Exchange, HttpServices } from "../../../src/server/http/exchange.ts";
import {
  functionRoute,
  outcomeText,
  queryBatchRoute,
  resultsText,
} from "../../../src/server/http/function-routes.ts";

/** Counts the turns of the event loop while `work` runs. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

test("everything else has turns while many long answers of one request are put together [H1]", async () => {
  const value = JSON.stringify(Array(1000).fill({ $integer: "AQAAAAAAAAA=" }));
  const outcomes = Array.from({ length: 200 }, () => ({ ok: true as const, value, logLines: [] }));
  let text = "";

  const turns = await turnsDuring(async () => {
    text = await resultsText(outcomes, Array(200).fill("json"));
  });

  expect(turns).toBeGreaterThan(5);
  const { results } = JSON.parse(text) as { results: { value: string[] }[] };
  expect(results.map(({ value: [first] }) => first)).toEqual(Array(200).fill("1"));
});

test("an answer is read and written anew only for values that plain JSON writes otherwise [H1]", () => {
  const textOf = (value: string) => outcomeText({ ok: true, value, logLines: [] }, "json");
  // The host never writes this blank, so it is gone once the JSON has been written again.
  const dollars = '[ "$50 a month","{\\"$integer\\":1}","{","$"]';

  expect(textOf(dollars)).toBe(`{"status":"success","value":${dollars}}`);
  expect(textOf('[ {"$integer":"AQAAAAAAAAA="}]')).toBe('{"status":"success","value":["1"]}');
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const query = { path: "a:b", args: {} };
const lists = `${"[],".repeat(16_000)}[]`;

test.each([
  ["a call of many small values", functionRoute("query"), `{"path":"a:b","args":{"a":[${lists}]}}`],
  [
    "a batch of many short calls",
    queryBatchRoute,
    JSON.stringify({ queries: Array(200).fill(query) }),
  ],
])("%s takes less than 100 kB while it waits for its turn [B19]", async (_, route, body) => {
  const count = 100;
  let waiting = 0;
  const kept: unknown[] = [];
  const turns = {
    refuseCrowd: () => undefined,
    metadataOf: () => ({ requestId: "1", ip: null, userAgent: null, taker: "a" }),
    runUntilRead: (_exchange: unknown, _caller: unknown, work: unknown) => {
      waiting += 1;
      // The turn never comes.
      return new Promise((resolve) => kept.push({ work, resolve }));
    },
  };
  const services = { turns, limits: defaultLimits } as unknown as HttpServices;
  const call = () => {
    const request = Object.assign(Readable.from([Buffer.from(body)]), {
      ...{ headers: {}, method: "POST", complete: false },
    });
    const exchange = { request, url: new URL("http://a/api/query"), response: {} };
    kept.push(route(services, exchange as unknown as Exchange));
  };
  const heap = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await heap();
  for (let at = 0; at < count; at++) call();
  await expect.poll(() => waiting).toBe(count);

  expect(((await heap()) - before) / count).toBeLessThan(100_000);
});
