import { actionGeneric, makeFunctionReference, mutationGeneric } from "convex/server";
import { expect, test, vi } from "vitest";
import { finishRunningJobs, idleTurns } from "../../src/testing/engine-host-jobs.ts";
import { createGate } from "../support/gate.ts";
import type { Json } from "../../src/values/json.ts";
import { callOf, startEngine, valueOf } from "../support/started-engine.ts";

test("a test waits for an action that was canceled while it ran [J8]", async () => {
  const [begun, goOn] = [createGate(), createGate()];
  let hasEnded = false;
  const slow = actionGeneric(async () => {
    begun.open();
    await goOn.opened;
    hasEnded = true;
  });
  const schedule = mutationGeneric(
    async (ctx) => await ctx.scheduler.runAfter(0, makeFunctionReference<"action">("app:slow"), {}),
  );
  const cancel = mutationGeneric(async (ctx, { id }: { id: string }) => {
    await ctx.scheduler.cancel(id as never);
  });
  const { engine } = await startEngine({ modules: { app: { slow, schedule, cancel } } });
  engine.startJobs();
  const id = valueOf(await engine.mutation(callOf("app:schedule"))) as Json;
  await begun.opened;
  await engine.mutation(callOf("app:cancel", { id }));

  let hasFinished = false;
  const looks = vi.spyOn(engine, "runningJobs", "get");
  const finished = finishRunningJobs(engine).then(() => (hasFinished = true));
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(2 * idleTurns));
  expect(hasFinished).toBe(false);
  goOn.open();
  await finished;
  expect(hasEnded).toBe(true);
});
