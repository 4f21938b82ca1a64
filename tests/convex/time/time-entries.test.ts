import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { insertMember } from "../../support/team.ts";
import { testWithLimits } from "../../support/test-with-limits.ts";
import {
  day,
  everything,
  first,
  refusal,
  rowsOf,
  setupWorkspace,
} from "../../support/workspace.ts";

const shift = {
  startTime: "2025-07-14T07:00:00.000Z",
  endTime: "2025-07-14T16:00:00.000Z",
  date: "2025-07-14",
};

async function setupTime() {
  const workspace = await setupWorkspace();
  const { t, manager, supervisor, newProject } = workspace;
  const { projectId, unitIds } = await newProject(["101", "102"]);
  const unitId = first(unitIds);
  const teamMemberId = await insertMember(t, manager.userId, "Ana", "Silva");
  const add = async (fields: object = {}) =>
    await supervisor.mutation(api.timeEntries.create, { projectId, ...shift, ...fields });
  const list = async (range: object = {}) =>
    await manager.query(api.timeEntries.list, { projectId, ...range });
  return { ...workspace, projectId, unitId, unitIds, teamMemberId, add, list };
}

test("an entry keeps what was sent [TIME-09, API-45, DATA-30, DATA-31, DATA-32, DATA-33]", async () => {
  const { supervisor, projectId, unitId, teamMemberId, add, list } = await setupTime();

  const entry = await add({ unitId, teamMemberId, description: "  Walls " });

  expect(entry).toEqual({
    ...{ id: expect.any(String) as string, projectId, unitId, userId: supervisor.userId },
    ...{
      createdBy: supervisor.userId,
      teamMemberId,
      startTime: shift.startTime,
      endTime: shift.endTime,
      totalHours: "8.00",
    },
    ...{ description: "Walls", date: "2025-07-14T12:00:00.000Z" },
    ...{ createdAt: entry.updatedAt, updatedAt: entry.createdAt },
  });
  expect(Math.abs(Date.now() - Date.parse(entry.createdAt))).toBeLessThan(10_000);
  expect(await list()).toEqual([entry]);
});

test("an entry without an end is open: no end, no hours [TIME-16]", async () => {
  const { add } = await setupTime();

  for (const endTime of [null, "", undefined]) {
    const sent = endTime === undefined ? { endTime: undefined } : { endTime };
    expect(await add(sent)).toMatchObject({ endTime: null, totalHours: null });
  }
});

test.each([
  ["a day's shift [TIME-14, TIME-17]", "07:00:00Z", "16:00:00Z", "8.00"],
  ["less than the break [TIME-14]", "07:00:00Z", "07:30:00Z", "0.00"],
  ["exactly the break [TIME-14]", "07:00:00Z", "08:00:00Z", "0.00"],
  ["an end before the start [OP-34]", "16:00:00Z", "07:00:00Z", "0.00"],
  ["thirds of an hour [TIME-17]", "07:00:00Z", "11:20:00Z", "3.33"],
  ["clock times of two zones [OP-34]", "07:00:00-05:00", "23:00:00+02:00", "8.00"],
])("%s: %s to %s is %s hours", async (_, start, end, totalHours) => {
  const { add } = await setupTime();

  const entry = await add({ startTime: `2025-07-14T${start}`, endTime: `2025-07-14T${end}` });

  expect(entry.totalHours).toBe(totalHours);
});

test.each([
  ["spring", "2025-03-08T22:00:00-05:00", "2025-03-09T06:00:00-04:00", "6.00"],
  ["autumn", "2025-11-01T22:00:00-04:00", "2025-11-02T06:00:00-05:00", "8.00"],
])(
  "a night with a change of clocks in %s has its real hours [OP-34]",
  async (_, start, end, hours) => {
    const { add } = await setupTime();

    expect((await add({ startTime: start, endTime: end })).totalHours).toBe(hours);
  },
);

test("sent hours are ignored, when recording and when changing [VALID-14, OP-34]", async () => {
  const { supervisor, add } = await setupTime();

  const entry = await add({ totalHours: "99.00" });
  expect(entry.totalHours).toBe("8.00");
  const changed = await supervisor.mutation(api.timeEntries.update, {
    ...{ timeEntryId: entry.id, totalHours: 2, endTime: "2025-07-14T12:30:00Z" },
  });
  expect(changed.totalHours).toBe("4.50");
});

test("999.99 hours are accepted, more are refused [DATA-32]", async () => {
  const { t, add } = await setupTime();
  const start = Date.parse(shift.startTime);
  const after = (hours: number) => new Date(start + hours * 3_600_000).toISOString();

  expect((await add({ endTime: after(1000.99) })).totalHours).toBe("999.99");
  const before = await everything(t);
  await expect(add({ endTime: after(1001) })).rejects.toMatchObject(refusal("invalid"));
  expect(await everything(t)).toBe(before);
});

const unknownId = "10000000000000000000000000000000";

test.each([
  [
    "no start [TIME-15, VALID-14]",
    { startTime: undefined },
    "startTime",
    /^Missing required field: Please fill in start time$/,
  ],
  ["an empty start [TIME-15]", { startTime: "" }, "startTime", /Please fill in start time/],
  ["a null start [TIME-15]", { startTime: null }, "startTime", /Please fill in start time/],
  ["a start that is none [OP-30]", { startTime: "07:00" }, "startTime", /valid date/],
  ["no date [DATA-33]", { date: undefined }, "date", /^Date is required$/],
  ["an empty date [DATA-33]", { date: "" }, "date", /^Date is required$/],
  ["a date that does not exist [OP-30]", { date: "2025-02-30" }, "date", /valid date/],
  ["an end that is none [OP-30]", { endTime: "soon" }, "endTime", /valid date/],
  [
    "a description of 10,001 characters [VALID-17]",
    { description: "d".repeat(10_001) },
    "description",
    /10000/,
  ],
  ["an unknown unit [OP-34]", { unitId: unknownId }, "unitId", /does not belong/],
  ["an unknown member [OP-34]", { teamMemberId: unknownId }, "teamMemberId", /not found/],
])("%s is refused and nothing is stored", async (_, fields, path, message) => {
  const { t, add } = await setupTime();
  const before = await everything(t);

  await expect(add(fields)).rejects.toMatchObject({
    data: {
      ...{ code: "invalid", message: expect.stringMatching(message) as string },
      errors: [{ path, message: expect.stringMatching(message) as string }],
    },
  });
  expect(await everything(t)).toBe(before);
});

test("a unit of another project is refused, when recording and when changing [OP-34]", async () => {
  const { t, supervisor, newProject, add } = await setupTime();
  const other = await newProject(["201"], "Oak Court");
  const entry = await add();
  const before = await everything(t);

  const unitId = first(other.unitIds);
  const sent = { timeEntryId: entry.id, unitId };
  await expect(add({ unitId })).rejects.toMatchObject(refusal("invalid"));
  const change = supervisor.mutation(api.timeEntries.update, sent);
  await expect(change).rejects.toMatchObject(refusal("invalid"));
  expect(await everything(t)).toBe(before);
});

test("a supervisor records in no other name, a manager may [OP-34]", async () => {
  const { t, supervisor, manager, admin, projectId, add } = await setupTime();
  const before = await everything(t);

  for (const userId of [manager.userId, unknownId, "none"]) {
    await expect(add({ userId })).rejects.toMatchObject(refusal("forbidden"));
  }
  expect(await everything(t)).toBe(before);
  expect((await add({ userId: supervisor.userId })).userId).toBe(supervisor.userId);
  for (const caller of [manager, admin]) {
    const sent = { projectId, ...shift, userId: supervisor.userId };
    const entry = await caller.mutation(api.timeEntries.create, sent);
    expect(entry.userId).toBe(supervisor.userId);
    const unknown = caller.mutation(api.timeEntries.create, { ...sent, userId: unknownId });
    await expect(unknown).rejects.toMatchObject(refusal("invalid"));
  }
});

test("a removed user is nobody to record for [OP-34]", async () => {
  const { t, supervisor, manager, projectId } = await setupTime();
  await t.run(async (ctx) => {
    await ctx.db.patch("users", supervisor.userId, { removedAt: Date.now() });
  });

  const sent = { projectId, ...shift, userId: supervisor.userId };
  const call = manager.mutation(api.timeEntries.create, sent);

  await expect(call).rejects.toMatchObject(refusal("invalid"));
});

test("the entries of a project come by date, then start, oldest first [API-44]", async () => {
  const { newProject, add, list } = await setupTime();
  const other = await newProject(["201"], "Oak Court");
  const at = (date: string, time: string) => ({ date, startTime: `2025-07-14T${time}:00Z` });

  await add({ ...at("2025-07-15", "06:00"), description: "c" });
  await add({ ...at("2025-07-14", "09:00"), description: "b" });
  await add({ ...at("2025-07-14", "07:00"), description: "a" });
  await add({ projectId: other.projectId, description: "elsewhere" });

  expect((await list()).map(({ description }) => description)).toEqual(["a", "b", "c"]);
});

test("a range of dates has its first and last day, and no other [TIME-04]", async () => {
  const { add, list } = await setupTime();
  for (const date of ["2025-07-13", "2025-07-14", "2025-07-20", "2025-07-21"]) await add({ date });

  const days = async (range: object) => (await list(range)).map(({ date }) => date.slice(8, 10));

  expect(await days({ from: "2025-07-14", to: "2025-07-20" })).toEqual(["14", "20"]);
  expect(await days({ from: "2025-07-20" })).toEqual(["20", "21"]);
  expect(await days({ to: "2025-07-14" })).toEqual(["13", "14"]);
  expect(await days({ from: null, to: "" })).toEqual(["13", "14", "20", "21"]);
  await expect(list({ from: "soon" })).rejects.toMatchObject(refusal("invalid"));
});

test("all entries of a project are read page by page [LIMIT-09]", async () => {
  const { t, manager, supervisor, projectId, list } = await setupTime();
  await t.run(async (ctx) => {
    const { userId } = supervisor;
    const time = { date: day, startTime: day, createdAt: day, updatedAt: day };
    for (let at = 0; at < 1001; at++) {
      await ctx.db.insert("timeEntries", {
        projectId,
        userId,
        ...time,
        date: day * (1 + (at % 9)),
      });
    }
  });

  const start = await manager.query(api.timeEntries.page, { projectId });
  const cursor = start.continueCursor;
  const end = await manager.query(api.timeEntries.page, { projectId, cursor });

  expect([start.isDone, start.page.length, end.isDone]).toEqual([false, 1000, true]);
  expect([...start.page, ...end.page]).toEqual(await list());
});

// The other engine does not check cursors.
testWithLimits(
  "a page after a cursor of no page of these entries is refused with a sentence [LIMIT-09]",
  async () => {
    const { manager, projectId } = await setupTime();
    const message = "Cursor must be the continueCursor of a page of this list";

    for (const cursor of ["nonsense", "", '{"not":"a cursor"}']) {
      const asked = manager.query(api.timeEntries.page, { projectId, cursor });
      await expect(asked).rejects.toMatchObject(refusal("invalid", message));
    }
  },
);

test("people of entries are named, also off the team, removed, or without a name [OP-35]", async () => {
  const { t, manager, supervisor, projectId, teamMemberId, add } = await setupTime();
  await add({ teamMemberId });
  await add();
  await add({
    date: "2025-08-01",
    teamMemberId: await insertMember(t, manager.userId, "Late", "R"),
  });
  await t.run(async (ctx) => {
    const nameless = { firstName: undefined, lastName: undefined, email: "sue@homes.test" };
    await ctx.db.patch("users", supervisor.userId, { ...nameless, removedAt: Date.now() });
  });

  const range = { from: "2025-07-14", to: "2025-07-20" };
  const people = await manager.query(api.timeEntries.people, { projectId, ...range });

  expect(people).toEqual({
    members: [{ id: teamMemberId, name: "Ana Silva" }],
    users: [{ id: supervisor.userId, name: "sue@homes.test" }],
  });
});

test("a creation that is sent again answers with the first entry [API-45]", async () => {
  const { t, add } = await setupTime();

  const entry = await add({ key: "k1" });

  expect(await add({ key: "k1", description: "again" })).toEqual(entry);
  expect(await rowsOf(t, "timeEntries")).toHaveLength(1);
});

test("an unknown project is told as such [API-44, API-45]", async () => {
  const { add, list } = await setupTime();

  await expect(add({ projectId: unknownId })).rejects.toMatchObject(refusal("not_found"));
  await expect(list({ projectId: "none" })).rejects.toMatchObject(refusal("not_found"));
});

test("the names of a project's units come in the order entered [TIME-09]", async () => {
  const { supervisor, projectId, unitIds } = await setupTime();

  const names = await supervisor.query(api.units.names, { projectId });

  expect(names).toEqual(unitIds.map((id, at) => ({ id, name: ["101", "102"][at] })));
});
