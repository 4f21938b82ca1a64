import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { canChangeNote } from "../../../convex/rules/permissions.ts";
import { setupHttpDoor } from "../../support/http-door.ts";
import { everything, first, refusal, rowsOf } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

type Note = { id: string; content: string; createdAt: string; updatedAt: string };
type Headers = Record<string, string>;

async function setupNotes() {
  const door = await setupHttpDoor();
  const { unitIds } = await door.newProject(["101"]);
  const unitId = first(unitIds);
  const { manager } = door;
  const call = async (method: string, path: string, sent: { headers: Headers; body?: unknown }) => {
    const { status, body } = await door.sendJson(method, path, sent);
    return { status, body: body as Note };
  };
  const { headers } = door.doors.supervisor;
  /** A note of the supervisor. */
  const add = async (content = "Paint the hall") =>
    (await call("POST", "/api/unit-notes", { headers, body: { unitId, content } })).body;
  const list = async () => await manager.query(api.unitNotes.list, { unitId });
  return { ...door, unitId, call, add, list };
}

test("a note is added with its author [NOTE-01, API-29, DATA-34, DATA-35]", async () => {
  const { call, doors, unitId, list } = await setupNotes();
  const { headers, userId } = doors.supervisor;

  const sent = { headers, body: { unitId, content: "Paint the hall" } };
  const answer = await call("POST", "/api/unit-notes", sent);

  expect(answer).toEqual({
    status: 201,
    body: {
      ...{ id: expect.any(String) as string, unitId, userId, content: "Paint the hall" },
      ...{ createdAt: answer.body.updatedAt, updatedAt: answer.body.createdAt },
      ...{ userFirstName: "Person", userLastName: expect.any(String) as string },
      userEmail: expect.stringMatching(/@homes\.test$/) as string,
    },
  });
  expect(Math.abs(Date.now() - Date.parse(answer.body.createdAt))).toBeLessThan(10_000);
  expect(await list()).toEqual([answer.body]);
});

test("the notes of a unit come newest first [API-25]", async () => {
  const { t, call, add, doors, unitId, list } = await setupNotes();
  const start = Date.now();
  for (const [minutes, content] of ["first", "second", "third"].entries()) {
    const { id } = await add(content);
    await t.run(async (ctx) => {
      const note = ctx.db.normalizeId("unitNotes", id);
      if (note) await ctx.db.patch("unitNotes", note, { createdAt: start + minutes * 60_000 });
    });
  }

  const { headers } = doors.admin;
  const answer = await call("GET", `/api/units/${unitId}/notes`, { headers });

  expect(answer).toEqual({ status: 200, body: await list() });
  expect((await list()).map(({ content }) => content)).toEqual(["third", "second", "first"]);
});

test("an author without a name, or removed since, is still known by email [NOTE-02, DATA-35]", async () => {
  const { t, add, doors, list } = await setupNotes();
  await add();

  await t.run(async (ctx) => {
    const fields = { firstName: undefined, lastName: undefined, removedAt: Date.now() };
    await ctx.db.patch("users", doors.supervisor.userId, fields);
  });

  expect(await list()).toMatchObject([
    {
      ...{ userFirstName: null, userLastName: null },
      userEmail: expect.stringMatching(/@homes\.test$/) as string,
    },
  ]);
});

test("a note that was edited was updated later than it was made [NOTE-03, API-30]", async () => {
  // The clock stands still: the difference must not depend on it.
  vi.useFakeTimers({ toFake: ["Date"] });
  const { call, add, doors, list } = await setupNotes();
  const note = await add();

  const answer = await call("PATCH", `/api/unit-notes/${note.id}`, {
    headers: doors.supervisor.headers,
    body: { content: "Paint the hall twice" },
  });

  const { updatedAt } = answer.body;
  const edited = { ...note, content: "Paint the hall twice", updatedAt };
  expect(answer).toEqual({ status: 200, body: edited });
  expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(note.createdAt));
  expect(await list()).toEqual([edited]);
});

test("saving a note as it was does not mark it as edited [NOTE-03]", async () => {
  const { t, call, add, doors, list } = await setupNotes();
  const note = await add();
  const before = await everything(t);
  const { headers } = doors.supervisor;

  await call("PATCH", `/api/unit-notes/${note.id}`, {
    headers,
    body: { content: " Paint the hall " },
  });

  expect(await list()).toEqual([note]);
  expect(await everything(t)).toBe(before);
});

test.each(["", "   ", "\n\t", null, 5, undefined])(
  "the content %j answers 400 and changes nothing [NOTE-04, VALID-07]",
  async (content) => {
    const { t, call, add, doors, unitId } = await setupNotes();
    const { headers } = doors.supervisor;
    const { id } = await add();
    const before = await everything(t);

    const added = await call("POST", "/api/unit-notes", { headers, body: { unitId, content } });
    const saved = await call("PATCH", `/api/unit-notes/${id}`, { headers, body: { content } });

    const errors = [{ path: "content", message: "Note is required" }];
    const refused = { status: 400, body: { message: "Note is required", errors } };
    expect([added, saved]).toEqual([refused, refused]);
    expect(await everything(t)).toBe(before);
  },
);

test("blanks around a note are not kept, those inside are [NOTE-04]", async () => {
  const { add } = await setupNotes();

  expect((await add("  a\n  b  \n")).content).toBe("a\n  b");
});

test("a note of an unknown or unnamed unit is refused [API-29]", async () => {
  const { call, doors } = await setupNotes();
  const { headers } = doors.supervisor;

  const content = "Paint";
  const unknown = await call("POST", "/api/unit-notes", {
    headers,
    body: { unitId: "none", content },
  });
  const unnamed = await call("POST", "/api/unit-notes", { headers, body: { content } });

  expect(unknown).toEqual({ status: 404, body: { message: "Unit not found" } });
  expect(unnamed).toMatchObject({ status: 400, body: { errors: [{ path: "unitId" }] } });
});

test("a removed note is gone [NOTE-01, API-31]", async () => {
  const { call, add, doors, list } = await setupNotes();
  const { headers } = doors.supervisor;
  const { id } = await add();

  const answer = await call("DELETE", `/api/unit-notes/${id}`, { headers });

  expect(answer).toEqual({ status: 200, body: { success: true } });
  expect(await list()).toEqual([]);
  expect((await call("DELETE", `/api/unit-notes/${id}`, { headers })).status).toBe(404);
  const body = { content: "Again" };
  expect((await call("PATCH", `/api/unit-notes/${id}`, { headers, body })).status).toBe(404);
});

test("another supervisor may neither edit nor remove a note [OP-32]", async () => {
  const { t, call, add, cookieOf } = await setupNotes();
  const { id } = await add();
  const { headers } = await cookieOf("project_supervisor");
  const before = await everything(t);

  const edited = await call("PATCH", `/api/unit-notes/${id}`, { headers, body: { content: "No" } });
  const removed = await call("DELETE", `/api/unit-notes/${id}`, { headers });

  const message = "Only its author or a manager may change this note.";
  const refused = { status: 403, body: { message } };
  expect([edited, removed]).toEqual([refused, refused]);
  expect(await everything(t)).toBe(before);
});

test.each(["admin", "manager"] as const)(
  "the %s may edit and remove any note, and its author stays [OP-32]",
  async (role) => {
    const { call, add, doors, list } = await setupNotes();
    const { id } = await add();
    const { headers } = doors[role];

    const edited = await call("PATCH", `/api/unit-notes/${id}`, {
      headers,
      body: { content: "Painted" },
    });
    const removed = await call("DELETE", `/api/unit-notes/${id}`, { headers });

    const { userId } = doors.supervisor;
    expect(edited).toMatchObject({ status: 200, body: { content: "Painted", userId } });
    expect(removed.status).toBe(200);
    expect(await list()).toEqual([]);
  },
);

test.each([
  ["project_supervisor", true, true],
  ["project_supervisor", false, false],
  ["project_manager", false, true],
  ["account_administrator", false, true],
  ["crew_member", true, false],
  [null, true, false],
])("with the role %s and being the author: %s, changing is allowed: %s [OP-32]", (...row) => {
  const [role, isAuthor, isAllowed] = row;
  const note = { userId: isAuthor ? "me" : "someone" };

  expect(canChangeNote({ id: "me", role }, note)).toBe(isAllowed);
});

test("without a session, or with an unknown role, notes stay as they are [PERM-06]", async () => {
  const { call, add, cookieOf, unitId, list } = await setupNotes();
  const note = await add();
  const stranger = await cookieOf("contractor");
  const body = { unitId, content: "Mine" };

  for (const [headers, status] of [
    [{}, 401],
    [stranger.headers, 403],
  ] as const) {
    const path = `/api/unit-notes/${note.id}`;
    expect((await call("POST", "/api/unit-notes", { headers, body })).status).toBe(status);
    expect((await call("PATCH", path, { headers, body })).status).toBe(status);
    expect((await call("DELETE", path, { headers })).status).toBe(status);
    expect((await call("GET", `/api/units/${unitId}/notes`, { headers })).status).toBe(status);
  }
  expect(await list()).toEqual([note]);
});

test("the notes of a removed unit are gone [DATA-34]", async () => {
  const { t, add, manager, unitId } = await setupNotes();
  await add();

  await manager.mutation(api.units.remove, { unitId });

  expect(await rowsOf(t, "unitNotes")).toEqual([]);
  await expect(manager.query(api.unitNotes.list, { unitId })).rejects.toMatchObject(
    refusal("not_found", "Unit not found"),
  );
});

test("a note sent again with its key is added once [NOTE-01]", async () => {
  const { manager, unitId, list } = await setupNotes();
  const sent = { unitId, content: "Paint", key: "k1" };

  const note = await manager.mutation(api.unitNotes.create, sent);

  expect(await manager.mutation(api.unitNotes.create, sent)).toEqual(note);
  expect(await list()).toEqual([note]);
});

test("every write to notes leaves one row of history, with the words before and after it [OP-29] [UNDO-01]", async () => {
  const { t, manager, unitId } = await setupNotes();
  const earlier = (await rowsOf(t, "events")).length;
  const content = (from: string | null, to: string | null) => ({ field: "content", from, to });

  const { id } = await manager.mutation(api.unitNotes.create, { unitId, content: "Secret" });
  await manager.mutation(api.unitNotes.update, { noteId: id, content: "More secret" });
  await manager.mutation(api.unitNotes.remove, { noteId: id });

  const events = (await rowsOf(t, "events")).slice(earlier);
  const subject = { noteId: id, unitId, userId: manager.userId };
  expect(events).toMatchObject([
    { kind: "note.added", ...subject, changes: [content(null, "Secret")] },
    { kind: "note.updated", ...subject, changes: [content("Secret", "More secret")] },
    { kind: "note.removed", ...subject, changes: [content("More secret", null)] },
  ]);
});

test("of notes that are too much for one answer the newest are listed [LIMIT-09]", async () => {
  const { t, supervisor, unitId, list } = await setupNotes();
  const { userId } = supervisor;
  for (const times of [
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
  ])
    await t.run(async ({ db }) => {
      for (const createdAt of times) {
        const content = `${createdAt} ${"x".repeat(900_000)}`;
        await db.insert("unitNotes", { unitId, userId, content, createdAt, updatedAt: createdAt });
      }
    });

  const numbers = (await list()).map(({ content }) => Number.parseInt(content, 10));
  expect(numbers).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12]);
});
