import { expect, test } from "vitest";
import { setupHttpDoor } from "../../support/http-door.ts";

/** Nine texts of this length are in one unit. Three units exceed the limit of an answer, one does not. */
const longText = "é".repeat(450_000);
const perUnit = 9;

/** Sets up three projects with one unit each, whose tasks have the maximum size of a row. */
async function setupLongTasks() {
  const door = await setupHttpDoor();
  const projects = [];
  for (const name of ["Maple Court", "Oak Court", "Elm Court"]) {
    const project = await door.newProject(["101"], name);
    await door.t.run(async (ctx) => {
      for (const unitId of project.unitIds)
        for (let sortOrder = 0; sortOrder < perUnit; sortOrder++)
          await ctx.db.insert("tasks", {
            ...{ unitId, projectId: project.projectId, sortOrder, status: "not_started" },
            ...{ name: `${name} ${sortOrder} ${longText}`, createdAt: 0, updatedAt: 0 },
          });
    });
    projects.push(project);
  }
  const read = async (path: string) => {
    const { status, body } = await door.send("GET", path, door.doors.supervisor);
    return status === 200 ? { status } : { status, body };
  };
  return { read, projects };
}

test("a board or report that is longer than an answer may be is refused in a sentence, and what is shorter is answered [OP-57, BOARD-12]", async () => {
  const { read, projects } = await setupLongTasks();
  const tooLong = {
    status: 413,
    body: {
      message: "The answer is longer than 20 MB. Ask for less at once, such as one project.",
    },
  };

  expect(await read("/api/board")).toEqual(tooLong);
  expect(await read("/api/reports/task-details")).toEqual(tooLong);
  for (const { projectId } of projects) {
    expect(await read(`/api/projects/${projectId}/board`)).toEqual({ status: 200 });
    expect(await read(`/api/reports/task-details?projectId=${projectId}`)).toEqual({ status: 200 });
  }
});

test("the time of a project is answered above what one function may answer, up to 20 MB, and what is longer is refused in a sentence [OP-57, LIMIT-09]", async () => {
  const door = await setupHttpDoor();
  const { projectId } = await door.newProject(["101"]);
  const { userId } = door.doors.supervisor;
  const record = async (count: number) =>
    await door.t.run(async (ctx) => {
      for (let startTime = 0; startTime < count; startTime += 1)
        await ctx.db.insert("timeEntries", {
          ...{ projectId, userId, startTime, date: 0, createdAt: 0, updatedAt: 0 },
          description: "あ".repeat(9_900),
        });
    });
  const read = async (path: string) =>
    await door.send("GET", `/api/projects/${projectId}/${path}`, door.doors.supervisor);

  for (let times = 0; times < 3; times += 1) await record(200);
  const { status, body } = await read("time-entries");
  expect([status, (body as unknown[]).length]).toEqual([200, 600]);
  expect(await read("time-entries/between")).toMatchObject({
    status: 413,
    body: { message: "These are too many time entries: ask for fewer days" },
  });

  await record(120);
  expect(await read("time-entries")).toMatchObject({
    status: 413,
    body: {
      message: "The answer is longer than 20 MB. Ask for less at once, such as one project.",
    },
  });
});

test("the units of a project are answered above what one function may answer, up to 20 MB, and what is longer is refused in a sentence [OP-57, LIMIT-09]", async () => {
  const door = await setupHttpDoor();
  const names = Array.from({ length: 19 }, (_, at) => `${at}`);
  const { projectId, unitIds } = await door.newProject(names);
  for (const unitId of unitIds)
    await door.t.run(
      async ({ db }) => await db.patch("units", unitId, { notes: "x".repeat(900_000) }),
    );
  const addresses = [`/api/projects/${projectId}/units`, "/api/units"];
  const read = async (path: string) => await door.send("GET", path, door.doors.supervisor);

  for (const path of addresses) {
    const { status, body } = await read(path);
    expect(status).toBe(200);
    expect((body as { name: string }[]).map(({ name }) => name)).toEqual(names);
  }

  await door.t.run(async ({ db }) => {
    const units = await db.query("units").take(5);
    for (const { _id, _creationTime, ...unit } of units) await db.insert("units", unit);
  });
  for (const path of addresses)
    expect(await read(path)).toMatchObject({
      status: 413,
      body: {
        message: "The answer is longer than 20 MB. Ask for less at once, such as one project.",
      },
    });
});

test.each(["/api/board", "/api/units", "/api/reports/unit-task-status"])(
  "%s is read no further when its client has gone away [OP-57]",
  async (path) => {
    const { t, doors, newProject } = await setupHttpDoor();
    await newProject();
    const leaving = new AbortController();
    const { headers } = doors.supervisor;

    const answer = t.fetch(path, { headers, signal: leaving.signal });
    leaving.abort();

    expect((await answer).status).toBe(409);
    expect((await t.fetch(path, { headers })).status).toBe(200);
  },
);
