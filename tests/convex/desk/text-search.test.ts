import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { searchTexts } from "../../../convex/model/desk/textSearch.ts";
import { countingReads } from "../../support/counted-reads.ts";
import { first, refusal, setupWorkspace, signIn } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

async function setup() {
  const workspace = await setupWorkspace({ templates: 0 });
  const { manager, supervisor } = workspace;
  const templateIds: Id<"taskTemplates">[] = [];
  for (const name of ["Paint Walls", "Grout Tiles", "Clean Oven"]) {
    const description = `Before ${name.toLowerCase()}, cover the floor`;
    templateIds.push((await manager.mutation(api.taskTemplates.create, { name, description })).id);
  }
  const { projectId, unitIds } = await workspace.newProject(["101", "204"], "Main Street");
  const tasksIn = async (unitId: Id<"units">, ids = templateIds) =>
    await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds: ids });
  const note = async (unitId: Id<"units">, content: string) =>
    await supervisor.mutation(api.unitNotes.create, { unitId, content });
  const find = async (q: string, limit?: number) =>
    await supervisor.query(api.search.text, { q, ...(limit !== undefined && { limit }) });
  const named = async (q: string, limit?: number) =>
    (await find(q, limit)).map(({ name, detail }) => `${name} | ${detail}`);
  return {
    ...workspace,
    templateIds,
    projectId,
    unitIds,
    unitId: first(unitIds),
    tasksIn,
    note,
    find,
    named,
  };
}

test("tasks and notes are found by their words, with their place and address [QUICK-01]", async () => {
  const { find, note, tasksIn, projectId, unitIds, unitId } = await setup();
  const task = first(await tasksIn(unitId));
  const { id } = await note(first(unitIds.slice(1)), "The key hangs under the mat.");
  expect(await find("walls paint")).toEqual([
    {
      ...{ type: "task", id: task.id, name: "Paint Walls", detail: "101, Main Street", projectId },
      path: `/projects/${projectId}/units?unit=${unitId}&task=${task.id}`,
    },
  ]);
  expect(await find("MAT key")).toEqual([
    {
      ...{ type: "note", id, name: "The key hangs under the mat." },
      ...{ detail: "204, Main Street", projectId },
      path: `/projects/${projectId}/units?unit=${unitIds[1]}&tab=notes&note=${id}`,
    },
  ]);
  expect(await find("key door")).toEqual([]);
});

test("a task is found by what it waits for and by its description, which is shown then [QUICK-01]", async () => {
  const { named, tasksIn, manager, unitId } = await setup();
  const task = first(await tasksIn(unitId));
  await manager.mutation(api.tasks.update, {
    ...{ taskId: task.id, blockedReason: "parts", blockedNote: "Sink on order at Kohler" },
  });
  expect(await named("kohler")).toEqual([
    "Paint Walls | 101, Main Street: Sink on order at Kohler",
  ]);
  expect(await named("cover floor")).toHaveLength(3);
  expect(await named("tiles gro")).toEqual(["Grout Tiles | 101, Main Street"]);
  await manager.mutation(api.tasks.update, { taskId: task.id, blockedReason: null });
  expect(await named("kohler")).toEqual([]);
});

test("words of the unit and of the project narrow, however many tasks have the same name [QUICK-01]", async () => {
  const { named, manager, templateIds, note } = await setup();
  const units = Array.from({ length: 250 }, (_, at) => `U${at + 1}`);
  const tall = await manager.mutation(api.projects.create, { name: "Tall Tower", units });
  const list = await manager.query(api.units.list, { projectId: tall.id });
  for (const unit of list.slice(0, 250))
    await manager.mutation(api.tasks.assignToUnit, {
      ...{ unitId: unit.id, templateIds: templateIds.slice(0, 1) },
    });
  await note(first(list).id, "Wet wall");
  expect(await named("paint")).toHaveLength(20);
  for (const name of ["U1", "U3", "U249"])
    expect((await named(`paint ${name}`))[0]).toBe(`Paint Walls | ${name}, Tall Tower`);
  expect(await named("tower wet u1")).toEqual(["Wet wall | U1, Tall Tower"]);
  // The name of a place finds its units, but not all their tasks.
  expect(await named("tower")).toEqual([]);
  expect(await named("u3")).toEqual([]);
});

test("open tasks stand before completed ones, and each kind has half of a full answer [QUICK-01]", async () => {
  const { find, named, tasksIn, note, manager, unitIds, unitId } = await setup();
  const early = first(await tasksIn(unitId));
  await tasksIn(first(unitIds.slice(1)));
  for (let at = 1; at <= 5; at++) await note(unitId, `Paint came ${at}`);
  await manager.mutation(api.tasks.update, { taskId: early.id, status: "completed" });
  expect((await named("paint walls")).map((text) => text.slice(14, 17))).toEqual(["204", "101"]);
  const kinds = async (limit: number) => (await find("paint", limit)).map(({ type }) => type[0]);
  expect((await kinds(4)).join("")).toBe("ttnn");
  expect((await kinds(1)).join("")).toBe("t");
  expect((await kinds(11)).join("")).toBe("ttnnnnn");
  expect((await kinds(10)).join("")).toBe("ttnnnnn");
  expect((await named("came", 3)).map((text) => text.slice(11, 12))).toEqual(["5", "4", "3"]);
});

test("what is deleted is found no more at once, and again when it is restored [QUICK-01] [TRASH-01]", async () => {
  vi.useFakeTimers();
  const { t, find, tasksIn, note, manager, unitIds, unitId, projectId } = await setup();
  const task = first(await tasksIn(unitId));
  const { id: noteId } = await note(unitId, "Leaking valve");
  const restoreFirst = async () => {
    const { page } = await manager.query(api.trash.list, {});
    await manager.mutation(api.trash.restore, { itemId: first(page).id });
    await t.finishAllScheduledFunctions(vi.runAllTimers);
  };
  const found = async () => [(await find("walls paint")).length, (await find("valve")).length];

  await manager.mutation(api.tasks.remove, { taskId: task.id });
  await manager.mutation(api.unitNotes.remove, { noteId });
  expect(await found()).toEqual([0, 0]);
  await restoreFirst();
  await restoreFirst();
  expect(await found()).toEqual([1, 1]);
  await manager.mutation(api.units.remove, { unitId });
  expect(await found()).toEqual([0, 0]);
  await restoreFirst();
  expect(await found()).toEqual([1, 1]);
  await tasksIn(first(unitIds.slice(1)));
  await manager.mutation(api.projects.remove, { projectId });
  expect(await found()).toEqual([0, 0]);
  await restoreFirst();
  expect(await found()).toEqual([2, 1]);
});

test("a thousand matches in a deleted project hide none of the others [QUICK-01]", async () => {
  const { t, find, manager, tasksIn, unitId, newProject, templateIds } = await setup();
  const mine = first(await tasksIn(unitId));
  const { projectId, unitIds } = await newProject(["1"], "Old Court");
  await t.run(async ({ db }) => {
    const now = Date.now();
    for (let at = 0; at < 1100; at++)
      await db.insert("tasks", {
        ...{
          unitId: first(unitIds),
          projectId,
          templateId: first(templateIds),
          name: "Paint Walls",
        },
        ...{ status: "not_started", sortOrder: at, createdAt: now, updatedAt: now },
      });
  });
  expect(await find("walls paint", 50)).toHaveLength(50);
  await manager.mutation(api.projects.remove, { projectId });
  expect((await find("walls paint")).map(({ id }) => id)).toEqual([mine.id]);
});

test("tasks with very long descriptions, in a deleted project too, break no search [QUICK-01]", async () => {
  const { t, find, manager, tasksIn, unitId, newProject } = await setup();
  const mine = first(await tasksIn(unitId));
  const { projectId, unitIds } = await newProject(["1"], "Old Court");
  const description = "paint walls ".repeat(830);
  for (let part = 0; part < 4; part++)
    await t.run(async ({ db }) => {
      const now = Date.now();
      const task = { unitId: first(unitIds), projectId, name: "Paint Walls", description };
      const times = { createdAt: now, updatedAt: now };
      for (let at = 0; at < 250; at++)
        await db.insert("tasks", { ...task, ...times, status: "not_started", sortOrder: at });
    });
  expect(await find("walls paint", 50)).toHaveLength(50);
  await manager.mutation(api.projects.remove, { projectId });
  expect((await find("walls paint")).map(({ id }) => id)).toEqual([mine.id]);
});

test("long texts that match are read once, and not for each project again [QUICK-01]", async () => {
  const { t, find, newProject } = await setup();
  const { projectId, unitIds } = await newProject(["1"], "Old Court");
  for (let at = 0; at < 20; at++) await newProject(["1"], `Court ${at}`);
  const description = "paint walls ".repeat(830);
  await t.run(async ({ db }) => {
    const task = { unitId: first(unitIds), projectId, name: "Paint Walls", description };
    for (let at = 0; at < 80; at++)
      await db.insert("tasks", {
        ...{ ...task, status: "not_started", sortOrder: at, createdAt: 0, updatedAt: 0 },
      });
  });

  const projects = await t.run(async (ctx) => {
    const watched = countingReads(ctx);
    await searchTexts(watched.ctx, { q: "walls paint", limit: 20 });
    return watched.rows("projects");
  });
  expect(projects).toBeLessThan(3);
  expect(await find("walls paint", 50)).toHaveLength(50);
});

test("a thousand notes with a word are answered with the newest, within the limit [QUICK-01]", async () => {
  const { t, find, supervisor, unitId } = await setup();
  await t.run(async ({ db }) => {
    for (let at = 0; at < 1100; at++)
      await db.insert("unitNotes", {
        ...{ unitId, userId: supervisor.userId, content: `plaster ${"x".repeat(2000)}` },
        ...{ createdAt: at, updatedAt: at },
      });
  });
  const hits = await find("plaster", 50);
  expect(hits).toHaveLength(50);
  for (const { name } of hits) expect(name.length).toBeLessThan(130);
});

test("hostile texts find nothing and break nothing [QUICK-01]", async () => {
  const { find, tasksIn, note, unitId } = await setup();
  await tasksIn(unitId);
  await note(unitId, `"quoted" OR NEAR(a) * ^b -c {d} ' ; DROP TABLE`);
  for (const q of ["", "  ", "!!! ... ***", `"`, `'`, "*", "()", "😀", "\u0000", "\u202e", "ˆ^"])
    expect(await find(q)).toEqual([]);
  for (const q of [`OR "AND" NOT x`, "paint*) OR (1", "x".repeat(200), "b z ".repeat(50)])
    expect(await find(q)).toEqual([]);
  expect(await find(`"quoted" OR drop`)).toHaveLength(1);
  expect(await find(`PAINT -- "walls"`)).toHaveLength(1);
  await expect(find("x".repeat(201))).rejects.toMatchObject(refusal("invalid"));
  for (const limit of [0, 51, 1.5])
    await expect(find("1", limit)).rejects.toMatchObject(refusal("invalid"));
});

test("texts of other scripts are found, by their beginnings and with accents or as they are [QUICK-01]", async () => {
  const { named, note, unitId } = await setup();
  for (const text of [
    "Türschloß klemmt",
    "Кран течёт",
    "玄関の鍵 交換",
    "دهان الجدار",
    "दरवाज़ा टूटा",
  ])
    await note(unitId, text);
  const found = async (q: string) => (await named(q)).map((name) => name.split(" | ")[0]);
  expect(await found("Türschloß")).toEqual(["Türschloß klemmt"]);
  expect(await found("türsch")).toEqual(["Türschloß klemmt"]);
  expect(await found("КРАН")).toEqual(["Кран течёт"]);
  expect(await found("玄関")).toEqual(["玄関の鍵 交換"]);
  expect(await found("交換")).toEqual(["玄関の鍵 交換"]);
  expect(await found("الجدار")).toEqual(["دهان الجدار"]);
  expect(await found("दरवाज़ा")).toEqual(["दरवाज़ा टूटा"]);
});

test("a long note is shown by the line around the word, whole letters and all [QUICK-01]", async () => {
  const { named, note, unitId } = await setup();
  await note(unitId, `${"😀 word ".repeat(300)} the needle\n\tstands ${"here 😀 ".repeat(300)}`);
  const [hit = ""] = await named("needle");
  expect(hit).toContain("the needle stands here");
  expect(hit.startsWith("…")).toBe(true);
  expect(hit).not.toMatch(/\p{Surrogate}/u);
});

test("everyone who reads projects finds the same, and nobody else anything [QUICK-01]", async () => {
  const { t, admin, manager, supervisor, note, unitId } = await setup();
  await note(unitId, "Paint the door");
  const [one, ...others] = await Promise.all(
    [admin, manager, supervisor].map(
      async (person) => await person.query(api.search.text, { q: "door" }),
    ),
  );
  expect(one).toHaveLength(1);
  for (const other of others) expect(other).toEqual(one);
  const crew = await signIn(t, "crew_member");
  await expect(crew.query(api.search.text, { q: "door" })).rejects.toMatchObject(
    refusal("forbidden"),
  );
  await expect(t.query(api.search.text, { q: "door" })).rejects.toMatchObject(
    refusal("unauthenticated"),
  );
});
