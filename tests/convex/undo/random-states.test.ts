import fc from "fast-check";
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { errorData } from "../../../convex/lib/errors.ts";
import { expectConsistent } from "../../support/consistency.ts";
import { randomRuns } from "../../support/random-runs.ts";
import { type Engine, first, rowsOf, setupWorkspace } from "../../support/workspace.ts";
import type { Full } from "./acts.ts";

type Person = Pick<Full["manager"], "mutation" | "query">;

const states = [
  ...[{ status: "completed" }, { status: "in_progress" }, { completionDate: "2026-03-05" }],
  ...[{ blockedReason: "parts", blockedNote: "Tap" }, { blockedReason: "vendor" }],
  ...[{ blockedReason: null }, { blockedReason: "parts", blockedNote: null }],
] as const;

const plans = [
  ...[{ moveOutDate: "2026-03-01" }, { moveOutDate: "2026-03-10" }],
  ...[{ readyByDate: "2026-03-04" }, { readyByDate: "2026-03-20" }],
] as const;

const step = fc.record({
  what: fc.constantFrom("task", "task", "unit", "unit", "plan", "delete", "undo", "undo", "undo"),
  who: fc.nat(1),
  pick: fc.nat(100),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function oneOf<Item>(items: readonly Item[], pick: number): Item {
  return first(items.slice(pick % items.length));
}

/** Makes one change, or undoes one of the newest acts, alone or with its batch. */
async function act(person: Person, ids: { taskId: string; unitId: string }, { what, pick }: Step) {
  const { taskId, unitId } = ids;
  switch (what) {
    case "task":
      return await person.mutation(api.tasks.update, { taskId, ...oneOf(states, pick) });
    case "unit":
      return await person.mutation(api.units.update, { unitId, ...oneOf(states, pick) });
    case "plan":
      return await person.mutation(api.units.update, { unitId, ...oneOf(plans, pick) });
    case "delete":
      return await person.mutation(api.tasks.removeMany, { ids: [taskId] });
    case "undo": {
      const { page } = await person.query(api.undo.recent, { limit: 20 });
      const able = page.filter(
        ({ canUndo, event }) => canUndo && /^(task|unit)\.(updated|re)/.test(event.kind),
      );
      if (able.length === 0) return null;
      const { batchId, event } = oneOf(able.slice(0, 3), pick);
      return batchId === null
        ? await person.mutation(api.undo.event, { eventId: event.id })
        : await person.mutation(api.undo.batch, { batchId });
    }
  }
}

/** Fails if a task or a unit is in a state that no person's change can lead to. */
async function expectPossible(t: Engine): Promise<void> {
  for (const row of [...(await rowsOf(t, "tasks")), ...(await rowsOf(t, "units"))]) {
    const isCompleted = row.status === "completed";
    const isBlocked = row.blockedReason !== undefined;
    expect(isCompleted && isBlocked).toBe(false);
    expect(row.blockedAt !== undefined).toBe(isBlocked);
    expect(isBlocked || row.blockedNote === undefined).toBe(true);
    expect(row.completionDate !== undefined).toBe(isCompleted);
    if ("moveOutDate" in row && row.readyByDate !== undefined)
      expect(row.readyByDate).toBeGreaterThanOrEqual(row.moveOutDate ?? 0);
  }
}

test("whatever two people do and undo, no record is as nobody could have made it [UNDO-01] [BLOCK-02] [TURN-02]", async () => {
  const run = fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60 }), async (steps) => {
    const { t, manager, admin, newProject, templateIds } = await setupWorkspace({ templates: 1 });
    const { unitIds } = await newProject(["1"]);
    const unitId = first(unitIds);
    await admin.mutation(api.tasks.assignToUnit, { unitId, templateIds });
    const taskId = first(await rowsOf(t, "tasks"))._id;
    for (const next of steps) {
      try {
        await act(oneOf([manager, admin], next.who), { taskId, unitId }, next);
      } catch (error) {
        // A change that does not fit the record is refused.
        if (errorData(error) === null) throw error;
      }
      await expectPossible(t);
    }
    await expectConsistent(t);
  });
  await fc.assert(run, { numRuns: randomRuns(10), seed: 20_261_123, endOnFailure: true });
});
