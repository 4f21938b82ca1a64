import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { setupHttpDoor } from "../../support/http-door.ts";
import { day, everything, first, refusal, rowsOf } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

const now = Date.parse("2026-03-04T10:00:00.000Z");
const iso = (ms: number) => new Date(ms).toISOString();
const hourAgo = iso(now - 3_600_000);

/** A unit with a task, a note and hours of the manager; the clock stands at `now`. */
async function setupRecords() {
  vi.useFakeTimers({ toFake: ["Date"], now });
  const door = await setupHttpDoor();
  const { manager } = door;
  const { projectId, unitId, taskIds } = await door.newUnitWithTasks();
  const note = await manager.mutation(api.unitNotes.create, { unitId, content: "Paint" });
  const shift = { projectId, startTime: hourAgo, date: "2026-03-04" };
  const entry = await manager.mutation(api.timeEntries.create, shift);
  const ids = { unitId, projectId, taskId: first(taskIds), noteId: note.id };
  return { ...door, ...ids, timeEntryId: entry.id, shift };
}

type Setup = Awaited<ReturnType<typeof setupRecords>>;
type Act = { key?: string; madeAt?: string };

/**
 * The changes that a device queues while it is offline, each as one call with the fields that every change may have.
 */
const changes: [string, (setup: Setup, act: Act) => Promise<unknown>][] = [
  [
    "tasks.update",
    ({ manager, taskId }, act) =>
      manager.mutation(api.tasks.update, { taskId, status: "completed", ...act }),
  ],
  [
    "units.update",
    ({ manager, unitId }, act) =>
      manager.mutation(api.units.update, { unitId, blockedReason: "parts", ...act }),
  ],
  [
    "unitNotes.create",
    ({ manager, unitId }, act) =>
      manager.mutation(api.unitNotes.create, { unitId, content: "Door sticks", ...act }),
  ],
  [
    "unitNotes.update",
    ({ manager, noteId }, act) =>
      manager.mutation(api.unitNotes.update, { noteId, content: "Paint twice", ...act }),
  ],
  [
    "unitNotes.remove",
    ({ manager, noteId }, act) => manager.mutation(api.unitNotes.remove, { noteId, ...act }),
  ],
  [
    "timeEntries.create",
    ({ manager, shift }, act) => manager.mutation(api.timeEntries.create, { ...shift, ...act }),
  ],
  [
    "timeEntries.update",
    ({ manager, timeEntryId }, act) =>
      manager.mutation(api.timeEntries.update, { timeEntryId, description: "Tiles", ...act }),
  ],
  [
    "timeEntries.remove",
    ({ manager, timeEntryId }, act) =>
      manager.mutation(api.timeEntries.remove, { timeEntryId, ...act }),
  ],
];

test.each(changes)(
  "%s sent again with its key is done once and answers the same [FIELD-04]",
  async (_, change) => {
    const setup = await setupRecords();

    const answer = await change(setup, { key: "k", madeAt: hourAgo });
    const after = await everything(setup.t);
    vi.setSystemTime(now + 3_600_000);

    expect(await change(setup, { key: "k", madeAt: hourAgo })).toEqual(answer);
    expect(await everything(setup.t)).toBe(after);
  },
);

test.each(changes)(
  "%s keeps when it was made on the device beside when it arrived [FIELD-04]",
  async (_, change) => {
    const setup = await setupRecords();

    await change(setup, { madeAt: hourAgo });

    const event = (await rowsOf(setup.t, "events")).at(-1);
    expect(event).toMatchObject({ at: now, madeAt: Date.parse(hourAgo) });
  },
);

test.each(changes)(
  "%s refuses a time of making that is none, and changes nothing [FIELD-04]",
  async (_, change) => {
    const setup = await setupRecords();
    const before = await everything(setup.t);

    for (const madeAt of ["2026-03-04", "soon", "", "2026-03-04T10:00", "2026-02-30T10:00:00Z"]) {
      await expect(change(setup, { key: "k", madeAt })).rejects.toMatchObject(refusal("invalid"));
    }
    for (const key of ["", "k".repeat(256)])
      await expect(change(setup, { key })).rejects.toMatchObject(refusal("invalid"));
    expect(await everything(setup.t)).toBe(before);
  },
);

test("a change without a key or a time leaves neither behind [FIELD-04]", async () => {
  const setup = await setupRecords();

  for (const [, change] of changes) await change(setup, {});

  expect(await rowsOf(setup.t, "requestKeys")).toEqual([]);
  for (const event of await rowsOf(setup.t, "events")) expect(event).not.toHaveProperty("madeAt");
});

test("what somebody else did since is not undone by sending again [FIELD-04]", async () => {
  const { manager, supervisor, taskId } = await setupRecords();
  const tick = { taskId, status: "completed", key: "k" };
  await manager.mutation(api.tasks.update, tick);
  await supervisor.mutation(api.tasks.update, { taskId, status: "not_started" });

  const again = await manager.mutation(api.tasks.update, tick);

  expect(again).toMatchObject({ id: taskId, status: "not_started", completionDate: null });
});

test("a key of one person, operation and record serves no other [FIELD-04]", async () => {
  const { manager, supervisor, taskId, unitId, noteId } = await setupRecords();
  const other = await manager.mutation(api.unitNotes.create, { unitId, content: "Other" });
  await manager.mutation(api.unitNotes.remove, { noteId, key: "k" });

  const used = refusal("conflict", "This request key was used for something else");
  await expect(
    manager.mutation(api.unitNotes.remove, { noteId: other.id, key: "k" }),
  ).rejects.toMatchObject(used);
  await expect(
    manager.mutation(api.tasks.update, { taskId, status: "completed", key: "k" }),
  ).rejects.toMatchObject(used);
  const own = { taskId, status: "completed", key: "k" };
  expect(await supervisor.mutation(api.tasks.update, own)).toMatchObject({ status: "completed" });
});

test("a refused change leaves its key free [FIELD-04]", async () => {
  const { manager, taskId } = await setupRecords();
  const sent = { taskId, key: "k", status: "completed" };

  await expect(
    manager.mutation(api.tasks.update, { ...sent, blockedReason: "parts" }),
  ).rejects.toMatchObject(refusal("invalid"));

  expect(await manager.mutation(api.tasks.update, sent)).toMatchObject({ status: "completed" });
});

test("a key is known for sixty days, and then forgotten [FIELD-04]", async () => {
  const { t, manager, taskId } = await setupRecords();
  await manager.mutation(api.tasks.update, { taskId, status: "completed", key: "k" });

  vi.setSystemTime(now + 60 * day);
  await t.mutation(internal.jobs.cleanup.run, {});
  expect(await rowsOf(t, "requestKeys")).toHaveLength(1);

  vi.setSystemTime(now + 60 * day + 1);
  await t.mutation(internal.jobs.cleanup.run, {});
  expect(await rowsOf(t, "requestKeys")).toEqual([]);
});

test("an act stands for the moment at which it was made [FIELD-04]", async () => {
  const { manager, supervisor, taskId, unitId, noteId } = await setupRecords();
  const update = async (sent: Record<string, string>) =>
    await manager.mutation(api.tasks.update, { taskId, ...sent });

  const blocked = await update({ blockedReason: "parts", madeAt: iso(now - 5 * day) });
  const started = await update({ status: "in_progress", madeAt: iso(now - 4 * day) });
  const completed = await update({ status: "completed", madeAt: iso(now - 3 * day) });
  const unit = await manager.mutation(api.units.update, {
    ...{ unitId, status: "completed", madeAt: iso(now - 2 * day) },
  });
  const added = { unitId, content: "Door sticks", madeAt: hourAgo };
  const note = await supervisor.mutation(api.unitNotes.create, added);
  const edited = await manager.mutation(api.unitNotes.update, {
    ...{ noteId, content: "Twice", madeAt: iso(now + 1) },
  });

  expect(blocked).toMatchObject({ blockedAt: iso(now - 5 * day) });
  expect(started).toMatchObject({ startDate: iso(now - 4 * day), blockedReason: "parts" });
  expect(completed).toMatchObject({ completionDate: iso(now - 3 * day), blockedReason: null });
  expect(unit).toMatchObject({ completionDate: iso(now - 2 * day) });
  expect(note).toMatchObject({ createdAt: hourAgo, updatedAt: hourAgo });
  expect(edited).toMatchObject({ createdAt: iso(now), updatedAt: iso(now + 1) });
});

test("a device whose clock is wrong loses no work: its moments are brought into the last 30 days [FIELD-04]", async () => {
  const { t, manager, taskId } = await setupRecords();
  const update = async (sent: Record<string, string>) =>
    await manager.mutation(api.tasks.update, { taskId, ...sent });

  const ahead = await update({ status: "completed", madeAt: "2031-01-01T00:00:00Z" });
  expect(ahead).toMatchObject({ completionDate: iso(now) });
  expect((await rowsOf(t, "events")).at(-1)).not.toHaveProperty("madeAt");

  const behind = await update({ status: "in_progress", madeAt: "1970-01-01T00:00:00Z" });
  expect(behind).toMatchObject({ startDate: iso(now - 30 * day) });
  expect((await rowsOf(t, "events")).at(-1)).toMatchObject({ at: now, madeAt: now - 30 * day });
});

test("blocks of devices with differing clocks neither overlap nor end before they began [FIELD-04, BLOCK-04]", async () => {
  const { t, manager, taskId } = await setupRecords();
  const update = async (sent: Record<string, string | null>) =>
    await manager.mutation(api.tasks.update, { taskId, ...sent });

  await update({ blockedReason: "parts" });
  await update({ blockedReason: null, madeAt: hourAgo });
  await update({ blockedReason: "access", madeAt: hourAgo });
  vi.setSystemTime(now + day);
  await update({ blockedReason: null });

  expect(await rowsOf(t, "blocks")).toMatchObject([
    { reason: "parts", from: now, to: now },
    { reason: "access", from: now, to: now + day },
  ]);
});

test("over HTTP a change says its key and time in the body, a deletion in the address [FIELD-04]", async () => {
  const { sendJson, doors, taskId, noteId, timeEntryId, unitId } = await setupRecords();
  const { headers } = doors.admin;
  const twice = async (method: string, path: string, body?: unknown) => {
    const sent = { headers, ...(body === undefined ? {} : { body }) };
    const answer = await sendJson(method, path, sent);
    expect(await sendJson(method, path, sent)).toEqual(answer);
    return answer;
  };
  const act = { key: "a", madeAt: hourAgo };
  const query = `madeAt=${encodeURIComponent(hourAgo)}&key=b`;

  const tick = await twice("PATCH", `/api/tasks/${taskId}`, { status: "completed", ...act });
  const unit = await twice("PATCH", `/api/units/${unitId}`, {
    ...{ blockedReason: "parts", ...act, key: "c" },
  });
  const note = await twice("DELETE", `/api/unit-notes/${noteId}?${query}`);
  const entry = await twice("DELETE", `/api/time-entries/${timeEntryId}?${query}2`);

  expect(tick).toMatchObject({ status: 200, body: { completionDate: hourAgo } });
  expect(unit).toMatchObject({ status: 200, body: { blockedAt: hourAgo } });
  const gone = { status: 200, body: { success: true } };
  expect([note, entry]).toEqual([gone, gone]);
  const wrong = await sendJson("PATCH", `/api/tasks/${taskId}`, {
    headers,
    body: { madeAt: null },
  });
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: "madeAt" }] } });
});
