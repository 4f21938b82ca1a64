import { expect, test, vi } from "vitest";
import { nextTurn } from "../../../src/lib/next-turn.ts";

test("the next turn comes behind what waits already, and also where timers stand still, as in a tab that nobody looks at", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "setImmediate"] });
  const done: string[] = [];
  void Promise.resolve().then(() => done.push("what waits"));
  await nextTurn();
  expect(done).toEqual(["what waits"]);
  vi.useRealTimers();
});
