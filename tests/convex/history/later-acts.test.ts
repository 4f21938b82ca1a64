import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import {
  insertSessionOf,
  first,
  rowsOf,
  setupWorkspace,
  withToken,
} from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

const start = Date.parse("2026-03-04T10:00:00.000Z");
const minute = 60_000;
const iso = (at: number) => new Date(start + at * minute).toISOString();

type Sent = Record<string, string | number | null>;

/** Sets up a unit with a task, an offline supervisor and an online manager; times are minutes from the start. */
async function setupTwo() {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  const workspace = await setupWorkspace({ templates: 1 });
  const { t, manager, supervisor } = workspace;
  const { projectId, unitId, taskIds } = await workspace.newUnitWithTasks();
  const taskId = first(taskIds);
  const at = (minutes: number) => vi.setSystemTime(start + minutes * minute);
  const online = async (minutes: number, sent: Sent) => {
    at(minutes);
    return await manager.mutation(api.tasks.update, { taskId, ...sent });
  };
  const offline = async (made: number, sent: Sent) =>
    await supervisor.mutation(api.tasks.update, { taskId, ...sent, madeAt: iso(made) });
  const lastEvent = async () => (await rowsOf(t, "events")).at(-1);
  return { ...workspace, projectId, unitId, taskId, at, online, offline, lastEvent };
}

test("the later act on a field wins though the earlier one arrives after it, and history has both [FIELD-07]", async () => {
  const { online, offline, at, lastEvent, supervisor } = await setupTwo();
  const stands = await online(20, { dueDate: "2026-03-20" });
  at(60);

  const answer = await offline(10, { dueDate: "2026-03-10" });

  expect(answer).toEqual(stands);
  expect(await lastEvent()).toMatchObject({
    ...{ kind: "task.updated", userId: supervisor.userId, changes: [] },
    ...{ at: start + 60 * minute, madeAt: start + 10 * minute },
    overtaken: [
      {
        field: "dueDate",
        from: Date.parse("2026-03-20T12:00:00Z"),
        to: Date.parse("2026-03-10T12:00:00Z"),
      },
    ],
  });
});

test("an act made after the other's wins when it arrives, and other fields stand side by side [FIELD-07]", async () => {
  const { online, offline, at, unitId, supervisor, manager } = await setupTwo();
  await online(20, { dueDate: "2026-03-20" });
  at(60);

  const later = await offline(30, { dueDate: "2026-03-30" });
  const beside = await offline(10, { startDate: "2026-03-01" });
  await manager.mutation(api.units.update, { unitId, moveOutDate: "2026-03-01" });
  at(90);
  const both = { unitId, blockedReason: "access", madeAt: iso(50) };
  const unit = await supervisor.mutation(api.units.update, both);

  expect(later.dueDate).toBe("2026-03-30T12:00:00.000Z");
  expect(beside).toMatchObject({ startDate: "2026-03-01T12:00:00.000Z", dueDate: later.dueDate });
  expect(unit).toMatchObject({ blockedReason: "access", moveOutDate: "2026-03-01T12:00:00.000Z" });
});

test("the time of an act counts and not that of its arrival, for acts from two devices too [FIELD-07]", async () => {
  const { offline, at, manager, taskId } = await setupTwo();
  at(60);
  const sent = { taskId, dueDate: "2026-03-20" };
  await manager.mutation(api.tasks.update, { ...sent, madeAt: iso(5) });
  at(70);

  expect(await offline(10, { dueDate: "2026-03-10" })).toMatchObject({
    dueDate: "2026-03-10T12:00:00.000Z",
  });
});

test("acts from one device of a person count in the order in which they arrive, because its clock may have been set [FIELD-07]", async () => {
  const { offline, at } = await setupTwo();
  at(60);

  await offline(30, { dueDate: "2026-03-30" });

  expect(await offline(20, { dueDate: "2026-03-20" })).toMatchObject({
    dueDate: "2026-03-20T12:00:00.000Z",
  });
});

test.each([
  ["made without a network too", { madeAt: iso(30) }],
  ["made with a network", {}],
])(
  "the later act of a person stands though an earlier one arrives after it from another device, when it was %s [FIELD-07]",
  async (_, { madeAt }: { madeAt?: string }) => {
    const { t, offline, at, taskId, supervisor, lastEvent } = await setupTwo();
    const phone = await withToken(t, await insertSessionOf(t, supervisor.userId));
    at(40);
    const sent = { taskId, dueDate: "2026-03-30", ...(madeAt !== undefined && { madeAt }) };
    const stands = await phone.mutation(api.tasks.update, sent);
    at(60);

    expect(await offline(20, { dueDate: "2026-03-20" })).toEqual(stands);
    expect(await lastEvent()).toMatchObject({ changes: [], overtaken: [{ field: "dueDate" }] });
    expect(await offline(50, { dueDate: "2026-03-25" })).toMatchObject({
      dueDate: "2026-03-25T12:00:00.000Z",
    });
  },
);

const bound: [string, Sent, Sent, Sent, Sent][] = [
  [
    "a completion before somebody's block leaves the task open and blocked",
    { status: "in_progress" },
    { status: "completed" },
    { blockedReason: "parts" },
    { status: "in_progress", blockedReason: "parts", completionDate: null },
  ],
  [
    "a block before somebody's completion leaves the task completed",
    {},
    { blockedReason: "parts", blockedNote: "Sink" },
    { status: "completed" },
    { status: "completed", blockedReason: null, blockedNote: null },
  ],
  [
    "a reopening before somebody's other completion date leaves the task completed",
    { status: "completed" },
    { status: "in_progress" },
    { completionDate: "2026-03-01" },
    { status: "completed", completionDate: "2026-03-01T12:00:00.000Z" },
  ],
  [
    "a status beside somebody's start date keeps that date",
    {},
    { status: "in_progress" },
    { startDate: "2026-03-01" },
    { status: "in_progress", startDate: "2026-03-01T12:00:00.000Z" },
  ],
  [
    "a status beside somebody's block stands with it",
    {},
    { status: "in_progress" },
    { blockedReason: "parts" },
    { status: "in_progress", blockedReason: "parts" },
  ],
  [
    "a note of a block before somebody's other block goes with the old one",
    { blockedReason: "parts" },
    { blockedNote: "Sink" },
    { blockedReason: "access" },
    { blockedReason: "access", blockedNote: null },
  ],
];

test.each(bound)("%s [FIELD-07]", async (_, before, earlier, later, after) => {
  const { online, offline, at } = await setupTwo();
  await online(1, before);
  await online(20, later);
  at(60);

  expect(await offline(10, earlier)).toMatchObject(after);
});

test("hours follow from the fields that stand of a time entry [FIELD-07]", async () => {
  const { manager, supervisor, projectId, at, lastEvent } = await setupTwo();
  const shift = { startTime: iso(-600), endTime: iso(-60), date: "2026-03-04" };
  const { id } = await supervisor.mutation(api.timeEntries.create, { projectId, ...shift });
  at(20);
  await manager.mutation(api.timeEntries.update, { timeEntryId: id, startTime: iso(-480) });
  at(60);

  const entry = await supervisor.mutation(api.timeEntries.update, {
    ...{ timeEntryId: id, startTime: iso(-540), endTime: iso(-120), madeAt: iso(10) },
  });

  expect(entry).toMatchObject({ startTime: iso(-480), endTime: iso(-120), totalHours: "5.00" });
  const overtaken = [{ field: "startTime", to: start - 540 * minute }];
  expect(await lastEvent()).toMatchObject({ kind: "time.updated", overtaken });

  const gone = { timeEntryId: id, madeAt: iso(15) };
  expect(await supervisor.mutation(api.timeEntries.remove, gone)).toEqual({ success: true });
  expect(await lastEvent()).toMatchObject({ kind: "time.removed", overtaken: [] });
  expect(await manager.query(api.timeEntries.list, { projectId })).toMatchObject([{ id }]);
});

async function setupNote() {
  const setup = await setupTwo();
  const { supervisor, manager, unitId } = setup;
  const note = await supervisor.mutation(api.unitNotes.create, { unitId, content: "Paint" });
  const update = async (who: typeof manager, content: string, more: Record<string, string> = {}) =>
    (await who.mutation(api.unitNotes.update, { noteId: note.id, content, ...more })).content;
  return { ...setup, noteId: note.id, update };
}

test("a note that both edited keeps both texts [FIELD-07]", async () => {
  const { supervisor, manager, update, at } = await setupNote();
  at(20);
  await update(manager, "Paint the door");
  at(60);

  const merged = await update(supervisor, "Paint the hall", { base: "Paint", madeAt: iso(10) });

  expect(merged).toBe("Paint the door\n\nPaint the hall");
  expect(await update(supervisor, "Paint the hall", { base: "Paint" })).toBe(merged);
  expect(await update(manager, `${merged}, both`, { base: "Paint" })).toBe(`${merged}, both`);
  expect(await update(manager, "All done", { base: ` ${merged}, both ` })).toBe("All done");
});

test("a text from before directions were left out counts as seen by those who send it [FIELD-07]", async () => {
  const { t, manager, update, noteId } = await setupNote();
  const kept = "Call \u202a+1 555 0100\u202c first";
  await t.run(async (ctx) => await ctx.db.patch("unitNotes", noteId, { content: kept }));

  expect(await update(manager, `${kept}, then go`, { base: kept })).toBe(
    "Call +1 555 0100 first, then go",
  );
});

test("an earlier edit without the text before keeps the later one, and an earlier deletion leaves it [FIELD-07]", async () => {
  const { supervisor, manager, update, at, noteId, unitId, lastEvent } = await setupNote();
  at(20);
  await update(manager, "Paint the door");
  at(60);

  const gone = { noteId, madeAt: iso(10) };
  expect(await supervisor.mutation(api.unitNotes.remove, gone)).toEqual({ success: true });
  expect(await lastEvent()).toMatchObject({ kind: "note.removed", overtaken: [] });
  expect(await update(supervisor, "Walls", { madeAt: iso(10) })).toBe("Paint the door\n\nWalls");
  expect(await update(supervisor, "Walls", { madeAt: iso(61) })).toBe("Walls");
  await supervisor.mutation(api.unitNotes.remove, { noteId, madeAt: iso(30) });
  expect(await manager.query(api.unitNotes.list, { unitId })).toEqual([]);
});

/** The acts of two people in the order in which they arrive. */
const acts = fc.array(
  fc.record({
    who: fc.constantFrom("manager" as const, "supervisor" as const),
    delay: fc.integer({ min: 0, max: 12 }),
    field: fc.constantFrom("moveOutDate", "readyByDate", "moveInDate", "monthlyRent"),
    value: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 20, maxLength: 20 },
);

test("two people with delays come to what a slow list of their acts says [FIELD-07]", async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (list) => {
      const { unitId, at, admin, manager } = await setupTwo();
      const people = { manager, supervisor: admin };
      const done: { who: string; field: string; made: number; value: number }[] = [];
      for (const [index, { who, delay, field, value }] of list.entries()) {
        const now = index + 1;
        const made = now - delay;
        at(now);
        const sent = field === "monthlyRent" ? value : `2026-0${dateMonth[field]}-0${value}`;
        const act = { unitId, [field]: sent, ...(delay > 0 && { madeAt: iso(made) }) };
        await people[who].mutation(api.units.update, act);
        const isOvertaken = done.some(
          (other) => other.field === field && other.who !== who && other.made > made,
        );
        const stands = done.findLast((other) => other.field === field)?.value;
        if (!isOvertaken && stands !== value) done.push({ who, field, made, value });
      }
      const unit: Record<string, unknown> = await manager.query(api.units.get, { unitId });
      for (const field of Object.keys({ ...dateMonth, monthlyRent: 0 })) {
        const stands = done.findLast((act) => act.field === field)?.value;
        const shown =
          field === "monthlyRent" ? unit[field] : Number(String(unit[field]).slice(9, 10));
        expect([field, unit[field] === null ? undefined : shown]).toEqual([field, stands]);
      }
    }),
    { numRuns: 8 },
  );
});

/** Each date has its own month, so that no order of the three dates is refused. */
const dateMonth: Readonly<Record<string, number>> = {
  moveOutDate: 1,
  readyByDate: 2,
  moveInDate: 3,
};
