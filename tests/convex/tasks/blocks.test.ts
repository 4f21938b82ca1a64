import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { everything, first, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

const now = "2025-07-16T10:00:00.000Z";
const later = "2025-07-18T10:00:00.000Z";

const none = {
  blockedReason: null,
  blockedNote: null,
  blockedAt: null,
  blockedBy: null,
  blockedByName: null,
};

type Sent = Record<string, string | null>;

/**
 * Sets up a task or a unit, which share these rules. `update` changes the record, and `read` returns it as lists do.
 */
async function setupRecord(noun: string) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(now) });
  const workspace = await setupWorkspace({ templates: 1 });
  const { manager, supervisor } = workspace;
  const { projectId, unitId, taskIds } = await workspace.newUnitWithTasks();
  const taskId = first(taskIds);
  const isTask = noun === "task";
  const update = async (sent: Sent, who = manager) =>
    isTask
      ? await who.mutation(api.tasks.update, { taskId, ...sent })
      : await who.mutation(api.units.update, { unitId, ...sent });
  const read = async () =>
    isTask
      ? first(await manager.query(api.tasks.list, { unitId }))
      : await manager.query(api.units.get, { unitId });
  return { ...workspace, supervisor, projectId, unitId, taskId, update, read };
}

const nouns = [["task"], ["unit"]];

test.each(nouns)(
  "a %s is blocked for a reason, with a note, who and since when [BLOCK-01]",
  async (noun) => {
    const { supervisor, update, read } = await setupRecord(noun);

    const sent = { blockedReason: "parts", blockedNote: "  Sink on order " };
    const blocked = await update(sent, supervisor);

    const block = { blockedReason: "parts", blockedNote: "Sink on order", blockedAt: now };
    const by = { blockedBy: supervisor.userId, blockedByName: expect.stringMatching(/^Person \d/) };
    expect(blocked).toMatchObject({ ...block, ...by });
    expect(await read()).toMatchObject({ ...block, ...by });
  },
);

test.each(nouns)("null unblocks a %s and empties the block [BLOCK-01]", async (noun) => {
  const { update, read } = await setupRecord(noun);
  await update({ blockedReason: "access", blockedNote: "No keys" });

  await update({ blockedReason: null });

  expect(await read()).toMatchObject(none);
});

test.each(nouns)(
  "another reason begins anew, the same reason or another note does not [BLOCK-01]",
  async (noun) => {
    const { manager, supervisor, update } = await setupRecord(noun);
    await update({ blockedReason: "vendor", blockedNote: "Calls back" });
    vi.setSystemTime(Date.parse(later));

    const same = await update({ blockedReason: "vendor", blockedNote: "" }, supervisor);
    expect(same).toMatchObject({ blockedNote: null, blockedAt: now, blockedBy: manager.userId });
    const noted = await update({ blockedNote: "Comes on Friday" }, supervisor);
    expect(noted).toMatchObject({ blockedNote: "Comes on Friday", blockedAt: now });
    const other = await update({ blockedReason: "approval" }, supervisor);
    const begins = { blockedAt: later, blockedBy: supervisor.userId };
    expect(other).toMatchObject({ blockedReason: "approval", blockedNote: null, ...begins });
  },
);

test.each(nouns)("completing a %s unblocks it [BLOCK-02]", async (noun) => {
  const { update, read } = await setupRecord(noun);

  for (const sent of [{ status: "completed" }, { completionDate: "2025-07-10" }]) {
    await update({ status: "in_progress" });
    await update({ blockedReason: "other", blockedNote: "Neighbours" });
    await update(sent);
    expect(await read()).toMatchObject(none);
  }
});

test.each([
  ["an unknown reason", {}, { blockedReason: "weather" }],
  ["an empty reason", {}, { blockedReason: "" }],
  ["a note without a reason", {}, { blockedNote: "Waits" }],
  ["a note beside an empty reason", {}, { blockedReason: null, blockedNote: "Waits" }],
  ["a note too long", {}, { blockedReason: "parts", blockedNote: "x".repeat(256) }],
  ["a block on what is completed", { status: "completed" }, { blockedReason: "parts" }],
  ["a reason beside completed", {}, { status: "completed", blockedReason: "parts" }],
  ["a reason beside a completion", {}, { completionDate: "2025-07-10", blockedReason: "parts" }],
])("%s is refused and changes nothing [BLOCK-01, BLOCK-02]", async (_, before: Sent, sent) => {
  for (const [noun = ""] of nouns) {
    const { t, update } = await setupRecord(noun);
    await update(before);
    const stored = await everything(t);

    await expect(update(sent)).rejects.toMatchObject(refusal("invalid"));

    expect(await everything(t)).toBe(stored);
    vi.useRealTimers();
  }
});

test("what is set back may be blocked in the same change [BLOCK-02]", async () => {
  const { update } = await setupRecord("task");
  await update({ status: "completed" });

  const sent = { status: "in_progress", blockedReason: "parts" };

  expect(await update(sent)).toMatchObject({ baseStatus: "in_progress", blockedReason: "parts" });
});

test("a block and its end are in history with old and new values [BLOCK-01]", async () => {
  const { t, taskId, update } = await setupRecord("task");
  await update({ blockedReason: "parts", blockedNote: "Sink" });
  await update({ blockedReason: null });

  const events = (await rowsOf(t, "events")).filter(
    (event) => event.taskId === taskId && event.kind === "task.updated",
  );

  expect(events).toHaveLength(2);
  expect(events[0]?.changes).toMatchObject([
    { field: "blockedReason", from: null, to: "parts" },
    { field: "blockedNote", from: null, to: "Sink" },
    { field: "blockedAt", from: null, to: Date.parse(now) },
    { field: "blockedBy", from: null },
  ]);
  expect(events[1]?.changes).toContainEqual({ field: "blockedReason", from: "parts", to: null });
});
