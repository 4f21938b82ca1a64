import { decode } from "fast-png";
import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { recounted, storedCounts } from "../../support/recount.ts";
import {
  day,
  type Engine,
  everything,
  first,
  rowsOf,
  setupWorkspace,
  signIn,
} from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

// A Monday just after midnight: the hardest moment for "this week" to have something to show.
const mondayMorning = Date.parse("2025-07-14T00:20:00.000Z");

// The timeout covers making the demo, which the first test does.
const timeout = 60_000;

let demo: ReturnType<typeof readDemo> | undefined;

/** The demo workspace, made and read once for all tests: all of it is plain data. */
async function theDemo() {
  return await (demo ??= readDemo());
}

async function readDemo() {
  vi.useFakeTimers({ toFake: ["Date"], now: mondayMorning });
  vi.stubEnv("COMPANY_DOMAIN", "homes.test");
  const { t } = await setupWorkspace({ templates: 0 });
  await t.run(async (ctx) => {
    for (const user of await ctx.db.query("users").collect())
      await ctx.db.delete("users", user._id);
  });
  // An interrupted seed continues at its last step: the data for all tests is made in two runs.
  await t.mutation(internal.jobs.seed.prepare, { templates: true });
  await t.mutation(internal.jobs.seed.demoStep, {});
  await t.mutation(internal.jobs.seed.demoStep, {});
  const begun = (await rowsOf(t, "projects")).length;
  await t.action(internal.jobs.seed.run, { mode: "demo" });
  const once = await everything(t);
  await t.action(internal.jobs.seed.run, { mode: "demo" });
  const twice = await everything(t);
  const photos = await rowsOf(t, "photos");
  const admin = await signIn(t, "account_administrator", { email: "visitor@homes.test" });
  const projects = await admin.query(api.projects.list, {});
  return {
    ...{ begun, once, twice, projects, photos },
    photoSizes: await sizesOf(t, first(photos)),
    summary: await admin.query(api.dashboard.summary, {}),
    days: await admin.query(api.analytics.days, {}),
    units: (
      await Promise.all(projects.map(({ id }) => admin.query(api.units.list, { projectId: id })))
    ).flat(),
    unitRows: await rowsOf(t, "units"),
    tasks: await rowsOf(t, "tasks"),
    users: await rowsOf(t, "users"),
    members: await rowsOf(t, "teamMembers"),
    entries: await rowsOf(t, "timeEntries"),
    notes: await rowsOf(t, "unitNotes"),
    views: await admin.query(api.views.list, {}),
    counts: { stored: await storedCounts(t), recounted: await recounted(t) },
  };
}

test("the master task list has 40 tasks and more in 8 categories and more [API-16, DATA-12, DATA-13, OP-21]", async () => {
  const { t, manager } = await setupWorkspace({ templates: 0 });
  await t.action(internal.jobs.seed.run, { mode: "templates" });

  const templates = await manager.query(api.taskTemplates.list, {});

  expect(templates.length).toBeGreaterThanOrEqual(40);
  expect(new Set(templates.map((template) => template.category)).size).toBeGreaterThanOrEqual(8);
  expect(new Set(templates.map((template) => template.name)).size).toBe(templates.length);
  for (const template of templates) {
    expect(template.isDefault).toBe(true);
    expect(template.description).not.toBeNull();
    expect(template.estimatedHours).toBeGreaterThan(0);
    expect(template.estimatedHours).toBeLessThanOrEqual(16);
  }
  expect(templates).toEqual(
    templates.toSorted((a, b) => a.sortOrder - b.sortOrder || (a.name < b.name ? -1 : 1)),
  );
});

test("the master task list is never doubled [OP-21]", async () => {
  const { t } = await setupWorkspace({ templates: 0 });
  await t.action(internal.jobs.seed.run, { mode: "templates" });
  const before = await rowsOf(t, "taskTemplates");
  await t.run(async (ctx) => await ctx.db.delete("taskTemplates", first(before)._id));

  await t.action(internal.jobs.seed.run, { mode: "templates" });

  expect(await rowsOf(t, "taskTemplates")).toEqual(before.slice(1));
});

test("seeding nothing stores nothing but the day [OP-21]", async () => {
  const { t } = await setupWorkspace({ templates: 0 });

  await t.action(internal.jobs.seed.run, { mode: "none" });

  expect(await rowsOf(t, "taskTemplates")).toEqual([]);
  expect(await rowsOf(t, "projects")).toEqual([]);
  expect(await rowsOf(t, "dayMarkers")).toHaveLength(1);
});

test(
  "the demo's completed units have days of each kind, blocked ones too [BLOCK-05]",
  { timeout },
  async () => {
    const { days } = await theDemo();

    const { beforeWork, blocked, working } = days.average;
    expect(days.units).toBeGreaterThan(5);
    expect(Math.min(beforeWork, working)).toBeGreaterThan(0);
    expect(Object.values(blocked).filter((each) => each > 0).length).toBeGreaterThan(1);
  },
);

test("running the demo seed again changes nothing [DATA-48]", { timeout }, async () => {
  const { once, twice } = await theDemo();

  expect(twice).toBe(once);
});

test("a demo seed that broke off goes on where it was [DATA-48]", { timeout }, async () => {
  const { begun, projects, members } = await theDemo();

  expect(begun).toBeLessThan(projects.length);
  expect(projects).toHaveLength(3);
  expect(members).toHaveLength(12);
});

test(
  "the demo people are accounts of the company with their roles [OP-02]",
  { timeout },
  async () => {
    const { users } = await theDemo();

    expect(Object.fromEntries(users.map((user) => [user.email, user.role]))).toMatchObject({
      "admin@homes.test": "account_administrator",
      "manager@homes.test": "project_manager",
      "supervisor@homes.test": "project_supervisor",
    });
  },
);

test(
  "the demo gives every figure of the dashboard something to show [DASH-04]",
  { timeout },
  async () => {
    const { summary } = await theDemo();

    for (const [key, value] of Object.entries(summary)) {
      if (typeof value === "number") expect({ [key]: value > 0 }).toEqual({ [key]: true });
    }
    expect(summary.activeProjects).toBe(2);
    expect(summary.recentActivity).toHaveLength(10);
    const types = new Set(summary.recentActivity.map((item) => item.type));
    expect(types.size).toBeGreaterThanOrEqual(2);
    for (const item of summary.recentActivity) {
      expect(Date.parse(item.createdAt)).toBeLessThanOrEqual(mondayMorning);
    }
  },
);

test(
  "the demo has about 40 units, in every status but on hold [UNIT-02]",
  { timeout },
  async () => {
    const { projects, units, unitRows, tasks, counts } = await theDemo();

    expect(projects.map((project) => project.status)).toEqual(["active", "active", "completed"]);
    expect(projects.every((project) => project.teamMembers.length >= 3)).toBe(true);
    expect(units).toHaveLength(40);
    expect(new Set(units.map((unit) => unit.status))).toEqual(
      new Set(["not_started", "in_progress", "completed"]),
    );
    for (const unit of units) {
      expect(unit.totalTasks).toBeGreaterThanOrEqual(10);
      expect(unit.status === "completed").toBe(unit.completedTasks === unit.totalTasks);
    }
    expect(
      tasks.some(
        (task) => task.status !== "completed" && (task.dueDate ?? Infinity) < mondayMorning,
      ),
    ).toBe(true);
    for (const { startDate = 0, completionDate = Infinity } of [...tasks, ...unitRows]) {
      expect(startDate).toBeLessThanOrEqual(completionDate);
      expect(Math.min(completionDate, mondayMorning)).toBeGreaterThanOrEqual(startDate);
      if (completionDate !== Infinity) expect(completionDate).toBeLessThanOrEqual(mondayMorning);
    }
    expect(counts.stored).toEqual(counts.recounted);
  },
);

test(
  "the demo shows each risk, rents, blocks with reasons, and work for people today [GEN-08]",
  { timeout },
  async () => {
    const { units, unitRows, tasks } = await theDemo();

    const risks = new Set(units.map(({ turn }) => turn.risk));
    expect([...risks].toSorted()).toEqual(["at_risk", "done", "late", "no_date", "on_track"]);
    for (const { risk, daysVacant, vacancyLoss } of units.map(({ turn }) => turn)) {
      if (risk !== "no_date") expect(daysVacant).not.toBeNull();
      if (risk === "late") expect(vacancyLoss).toBeGreaterThan(0);
    }
    for (const { moveOutDate = 0, readyByDate = 0, moveInDate = Infinity } of unitRows) {
      expect(moveOutDate).toBeLessThanOrEqual(readyByDate);
      expect(moveInDate).toBeGreaterThanOrEqual(moveOutDate);
    }
    const blocked = tasks.filter(({ blockedReason }) => blockedReason !== undefined);
    expect(new Set(blocked.map(({ blockedReason }) => blockedReason)).size).toBeGreaterThan(2);
    for (const { status, blockedNote, blockedAt = Infinity } of blocked) {
      expect(status).not.toBe("completed");
      expect(blockedNote).toBeTruthy();
      expect(blockedAt).toBeLessThan(mondayMorning);
    }
    const dueToday = tasks.filter(
      ({ status, dueDate = 0 }) =>
        status !== "completed" && Math.floor(dueDate / day) === Math.floor(mondayMorning / day),
    );
    expect(dueToday.some(({ assignedToId }) => assignedToId !== undefined)).toBe(true);
    expect(dueToday.some(({ crewMemberId }) => crewMemberId !== undefined)).toBe(true);
  },
);

test("the demo has views for everyone [GEN-08]", { timeout }, async () => {
  const { views } = await theDemo();

  expect(views.map(({ name, page, shared }) => [name, page, shared])).toEqual([
    ["Late units", "/board", true],
    ["Waiting for something", "/board", true],
  ]);
});

test(
  "the demo's photos are pictures of their own drawing, with previews [PHOTO-01]",
  { timeout },
  async () => {
    const { photos, photoSizes } = await theDemo();

    expect(new Set(photos.map((photo) => photo.type))).toEqual(
      new Set(["before", "progress", "completion"]),
    );
    expect(new Set(photos.map((photo) => photo.filename)).size).toBe(photos.length);
    expect(photos.every((photo) => photo.mimeType === "image/png")).toBe(true);
    expect(photoSizes).toEqual({
      original: [1200, 900],
      preview: [640, 480],
      bytes: first(photos).fileSize,
    });
  },
);

async function sizesOf(t: Engine, photo: Awaited<ReturnType<typeof rowsOf<"photos">>>[number]) {
  const [original, preview] = await t.run(async (ctx) => {
    const read = async (id: typeof photo.storageId) =>
      await (await ctx.storage.get(id))?.arrayBuffer();
    return [await read(photo.storageId), photo.previewId && (await read(photo.previewId))] as const;
  });
  const sizeOf = (bytes: ArrayBuffer | undefined) => {
    const { width, height } = decode(new Uint8Array(bytes ?? new ArrayBuffer(0)));
    return [width, height];
  };
  return { original: sizeOf(original), preview: sizeOf(preview), bytes: original?.byteLength };
}

test(
  "the demo has hours of the last weeks, notes, and an open shift today [TIME-02]",
  { timeout },
  async () => {
    const { entries, notes } = await theDemo();

    const weeks = new Set(
      entries.map((entry) => Math.floor((mondayMorning - entry.date) / (7 * day))),
    );
    expect(weeks.size).toBeGreaterThanOrEqual(4);
    expect(entries.some((entry) => entry.endTime === undefined)).toBe(true);
    expect(
      entries.every((entry) => entry.endTime === undefined || (entry.totalHours ?? 0) > 0),
    ).toBe(true);
    expect(notes.some((note) => note.updatedAt !== note.createdAt)).toBe(true);
    expect(notes.some((note) => note.updatedAt === note.createdAt)).toBe(true);
  },
);
