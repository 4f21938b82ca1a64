import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { setupHttpDoor } from "../../support/http-door.ts";
import { testWithLimits } from "../../support/test-with-limits.ts";
import { day, first, setupWorkspace } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

const today = Date.parse("2026-03-04T00:00:00.000Z");
const noon = today + day / 2;

type Workspace = Awaited<ReturnType<typeof setupWorkspace>>;

const namesUpTo = (count: number) =>
  Array.from({ length: count }, (_, index) => `Unit ${index + 1}`);

/** Returns the contents of a page as unit names. */
const namesOf = ({ rows }: { rows: readonly { unit: { name: string } }[] }) =>
  rows.map(({ unit }) => unit.name);

async function readPages({ manager }: Workspace, projectId: string) {
  const ranges = await manager.query(api.board.pages, { projectId });
  const pages = await Promise.all(
    ranges.map((range) => manager.query(api.board.page, { projectId, ...range })),
  );
  return { ranges, pages };
}

test("a row is a unit with its tasks in the order of its list [BOARD-12]", async () => {
  const workspace = await setupWorkspace({ templates: 3 });
  const { manager, projectId, unitId, taskIds } = {
    ...workspace,
    ...(await workspace.newUnitWithTasks()),
  };
  const crewMemberId = await workspace.t.run(async (ctx) => {
    const member = { firstName: "Ana", lastName: "Silva", role: "crew_member" as const };
    const crew = { ...member, createdBy: manager.userId, isActive: true, createdAt: 0 };
    const id = await ctx.db.insert("teamMembers", crew);
    await ctx.db.patch("tasks", first(taskIds), {
      ...{ status: "in_progress", dueDate: 0, blockedReason: "parts", blockedNote: "Door" },
      ...{ assignedToId: manager.userId, crewMemberId: id },
    });
    return id;
  });

  const page = await manager.query(api.board.page, { projectId });

  const { recentPhotos: _, ...unit } = await manager.query(api.units.get, { unitId });
  const noBlock = { blockedReason: null, blockedNote: null };
  const empty = { dueDate: null, ...noBlock, assignedToId: null, crewMemberId: null };
  const untouched = { status: "not_started", baseStatus: "not_started", ...empty };
  expect(page).toEqual({
    rows: [
      {
        unit,
        tasks: [
          {
            ...{ id: taskIds[0], name: "Task 1", category: "Plumbing" },
            ...{
              status: "overdue",
              baseStatus: "in_progress",
              blockedReason: "parts",
              blockedNote: "Door",
            },
            ...{ dueDate: "1970-01-01T00:00:00.000Z", assignedToId: manager.userId, crewMemberId },
          },
          { id: taskIds[1], name: "Task 2", category: "Paint", ...untouched },
          { id: taskIds[2], name: "Task 3", category: "Plumbing", ...untouched },
        ],
      },
    ],
    next: null,
  });
});

test("a changed task changes the page that its unit stands on, and no other [BOARD-08]", async () => {
  const workspace = await setupWorkspace({ templates: 2 });
  const { manager, templateIds } = workspace;
  const { projectId, unitIds } = await workspace.newProject(namesUpTo(25));
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  const before = await readPages(workspace, projectId);

  const [task] = await manager.query(api.tasks.list, { unitId: unitIds[15] ?? "" });
  await manager.mutation(api.tasks.update, { taskId: task?.id ?? "", status: "in_progress" });

  const after = await readPages(workspace, projectId);
  expect(before.pages.map(({ rows }) => rows.length)).toEqual([10, 10, 5]);
  expect(before.pages.flatMap(namesOf)).toEqual(namesUpTo(25));
  expect(
    after.pages.map((page, at) => JSON.stringify(page) === JSON.stringify(before.pages[at])),
  ).toEqual([true, false, true]);
  expect(after.pages[1]?.rows[5]?.tasks[0]?.status).toBe("in_progress");
});

test("units that are added and deleted move no other unit to another page [BOARD-08]", async () => {
  const workspace = await setupWorkspace({ templates: 0 });
  const { manager } = workspace;
  const { projectId, unitIds } = await workspace.newProject(namesUpTo(12));
  const ranges = await manager.query(api.board.pages, { projectId });
  const [head, tail] = ranges.map((range) => ({ projectId, ...range }));
  if (!head || !tail) throw new Error("Two pages are expected");

  await manager.mutation(api.units.remove, { unitId: first(unitIds) });
  await manager.mutation(api.units.create, { projectId, units: namesUpTo(18) });

  expect(namesOf(await manager.query(api.board.page, head))).toEqual(namesUpTo(10).slice(1));
  const open = await manager.query(api.board.page, tail);
  expect(namesOf(open)).toEqual([...namesUpTo(12).slice(10), ...namesUpTo(18)]);
  expect(open.next).toBeNull();

  // The open page is full now. Its rows stay, and `next` tells where the next page begins.
  await manager.mutation(api.units.create, { projectId, units: ["Last"] });
  const full = await manager.query(api.board.page, tail);
  const rest = await manager.query(api.board.page, { projectId, after: full.next ?? 0 });
  expect(namesOf(full)).toEqual([...namesUpTo(12).slice(10), ...namesUpTo(8)]);
  expect(namesOf(rest)).toEqual([...namesUpTo(18).slice(8), "Last"]);
});

test("the board shows money to those alone who may see it [BOARD-12, GEN-05]", async () => {
  const { t, manager, supervisor, newProject } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(["101"]);
  const plan = { monthlyRent: 150_000, moveOutDate: noon - 10 * day };
  await t.run(async (ctx) => await ctx.db.patch("units", first(unitIds), plan));

  const rents = async (caller: typeof manager) => {
    const { rows } = await caller.query(api.board.page, { projectId });
    return rows.map(({ unit }) => [unit.monthlyRent, unit.turn.monthlyRent, unit.turn.vacancyLoss]);
  };

  expect(await rents(supervisor)).toEqual([[null, null, null]]);
  expect(await rents(manager)).toEqual([[1500, 1500, expect.any(Number)]]);
});

/** Sets up two active projects and a completed one, whose units differ in the fields that decide the order. */
async function setupBoards() {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  const door = await setupHttpDoor();
  const maple = await door.newProject(["10", "2", "Done", "No date", "Late"], "Maple Court");
  const oak = await door.newProject(["Vacant", "Later", "Blocked"], "Oak Court");
  const old = await door.newProject(["Hidden"], "Old Court");
  await door.manager.mutation(api.projects.update, {
    projectId: old.projectId,
    status: "completed",
  });
  const plans: Record<string, object> = {
    "10": { readyByDate: noon + 5 * day },
    "2": { moveInDate: noon + 5 * day },
    Done: { status: "completed", completionDate: noon - day, readyByDate: noon - 9 * day },
    Late: { readyByDate: noon - day, moveInDate: noon + day },
    Vacant: { readyByDate: noon + 5 * day, moveOutDate: noon - 3 * day },
    Later: { readyByDate: noon + 6 * day },
    Blocked: { readyByDate: noon + 20 * day, blockedReason: "parts" },
  };
  await door.t.run(async (ctx) => {
    for (const unit of await ctx.db.query("units").collect()) {
      await ctx.db.patch("units", unit._id, plans[unit.name] ?? {});
    }
  });
  const read = async (path: string) => {
    const { status, body } = await door.send("GET", path, door.doors.supervisor);
    return { status, names: (body as { unit: { name: string } }[]).map(({ unit }) => unit.name) };
  };
  return { ...door, maple, oak, read };
}

test("over HTTP a board is whole, the most urgent unit first, completed ones last [BOARD-12, BOARD-06]", async () => {
  const { read, maple } = await setupBoards();

  expect(await read(`/api/projects/${maple.projectId}/board`)).toEqual({
    status: 200,
    names: ["Late", "2", "10", "No date", "Done"],
  });
});

test("the board of all projects has the units of active ones [BOARD-12, BOARD-06]", async () => {
  const { read } = await setupBoards();

  expect(await read("/api/board")).toEqual({
    status: 200,
    names: ["Late", "Blocked", "Vacant", "2", "10", "Later", "No date", "Done"],
  });
});

test("over HTTP a board of many pages misses no unit and repeats none [BOARD-12]", async () => {
  const { send, doors, newProject } = await setupHttpDoor();
  const { projectId } = await newProject(namesUpTo(110));

  const { body } = await send("GET", `/api/projects/${projectId}/board`, doors.manager);

  expect((body as { unit: { name: string } }[]).map(({ unit }) => unit.name)).toEqual(
    namesUpTo(110),
  );
});

test("a board begins with its pages, the first rows of all of its rows and the order of its tasks [BOARD-08, BOARD-12]", async () => {
  const { maple, oak, send, doors, supervisor } = await setupBoards();
  const ofProject = async ({ projectId }: { projectId: string }) => {
    const ranges = await supervisor.query(api.board.pages, { projectId });
    return ranges.map((range) => ({ projectId, ...range }));
  };
  const expected = async (pages: unknown[], path: string) => ({
    pages,
    rows: ((await send("GET", path, doors.supervisor)).body as unknown[]).slice(0, 2),
    masterList: (await supervisor.query(api.taskTemplates.list, {})).map(({ name, category }) => ({
      ...{ name, category },
    })),
  });

  const { projectId } = maple;
  const whole = await supervisor.query(api.board.opening, {});
  expect(whole).toEqual(
    await expected([...(await ofProject(maple)), ...(await ofProject(oak))], "/api/board"),
  );
  expect(namesOf(whole)).toEqual(["Late", "Blocked"]);
  expect(await supervisor.query(api.board.opening, { projectId })).toEqual(
    await expected(await ofProject(maple), `/api/projects/${projectId}/board`),
  );
  const { body } = await send("GET", "/api/board/opening", doors.supervisor);
  expect(body).toEqual(whole);
});

test("the units of a large board are not read all at once [BOARD-08]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject();
  await t.run(async (ctx) => {
    const id = ctx.db.normalizeId("projects", projectId);
    if (id !== null) await ctx.db.patch("projects", id, { unitCount: 1001 });
  });

  const opening = await manager.query(api.board.opening, { projectId });
  expect(opening).toMatchObject({ pages: null, rows: [] });
  expect(opening.masterList).not.toEqual([]);
});

testWithLimits(
  "a project opens whose units have more text than a query can read [BOARD-01] [LIMIT-09]",
  async () => {
    const { t, supervisor, newProject } = await setupWorkspace();
    const names = Array.from({ length: 25 }, (_, at) => `${at}`);
    const { projectId, unitIds } = await newProject(names);
    for (const unitId of unitIds)
      await t.run(
        async ({ db }) => await db.patch("units", unitId, { notes: "x".repeat(900_000) }),
      );

    const pages = await supervisor.query(api.board.pages, { projectId });
    expect(pages).toHaveLength(3);
    const opening = await supervisor.query(api.board.opening, { projectId });
    expect(opening).toMatchObject({ pages: null, rows: [] });
    const whole = await supervisor.query(api.units.list, { projectId });
    expect(whole.map(({ name }) => name)).toEqual(names.slice(0, 9));
    const listed: string[] = [];
    for (const range of pages) {
      const units = await supervisor.query(api.units.list, { projectId, ...range });
      listed.push(...units.map(({ name }) => name));
    }
    expect(listed).toEqual(names);
  },
);
