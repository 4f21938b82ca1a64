import { expect, test } from "vitest";
import { resultsText } from "../../../src/server/http/function-routes.ts";

/** The number of turns that everything else had while `work` was done. */
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
    text = await resultsText(outcomes, Array(200).fill({ format: "json" }));
  });

  expect(turns).toBeGreaterThan(5);
  const { results } = JSON.parse(text) as { results: { value: string[] }[] };
  expect(results.map(({ value: [first] }) => first)).toEqual(Array(200).fill("1"));
});
