import { expect, test } from "vitest";
import { must } from "../../../convex/lib/errors.ts";
import { eventsOfBatch, goOnInBatch, inBatch } from "../../../convex/model/history/batches.ts";
import { recordEvent, recordOwnAct } from "../../../convex/model/history/events.ts";
import { rowsOf, setupWorkspace } from "../../support/workspace.ts";

test("the events of an act on many records carry its batch, also in further steps [UNDO-01]", async () => {
  const { t, manager } = await setupWorkspace();

  const batchId = await t.run(async (ctx) => {
    const viewer = must(await ctx.db.get("users", manager.userId), "the manager exists");
    const whole = await inBatch({ ...ctx, viewer }, async (writer) => {
      await recordEvent(writer, { kind: "unit.updated", label: "101" });
      const inner = await inBatch(writer, (same) => recordEvent(same, { kind: "unit.updated" }));
      return inner.batchId;
    });
    await goOnInBatch({ ...ctx, viewer }, whole.batchId, (writer) =>
      recordEvent(writer, { kind: "task.updated" }),
    );
    await recordEvent({ ...ctx, viewer }, { kind: "task.updated", label: "alone" });
    expect(whole.result).toBe(whole.batchId);
    return whole.batchId;
  });

  const [batch, ...others] = await rowsOf(t, "batches");
  const events = await rowsOf(t, "events");
  expect(others).toEqual([]);
  expect(batch).toMatchObject({
    userId: manager.userId,
    kinds: [
      { kind: "unit.updated", count: 2 },
      { kind: "task.updated", count: 1 },
    ],
  });
  expect(events.map((event) => event.batchId)).toEqual([batchId, batchId, batchId, undefined]);
});

test("the events of a batch are read past what followed from it by itself [UNDO-01]", async () => {
  const { t, manager } = await setupWorkspace();

  const kinds = await t.run(async (ctx) => {
    const viewer = must(await ctx.db.get("users", manager.userId), "the manager exists");
    const { batchId } = await inBatch({ ...ctx, viewer }, async (writer) => {
      await recordEvent(writer, { kind: "unit.updated" });
      await recordOwnAct(writer, { kind: "task.updated" });
      await recordEvent(writer, { kind: "unit.added" });
    });
    const batch = must(await ctx.db.get("batches", batchId), "the batch exists");
    const events = await eventsOfBatch(ctx, batch, { before: Infinity, limit: 2 });
    return events.map(({ kind }) => kind);
  });

  expect(kinds).toEqual(["unit.added", "unit.updated"]);
});
