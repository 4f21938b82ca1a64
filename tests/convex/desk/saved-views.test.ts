import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { maxViews } from "../../../convex/model/desk/savedViews.ts";
import {
  everything,
  first,
  refusal,
  rowsOf,
  setupWorkspace,
  signIn,
} from "../../support/workspace.ts";

const late = { name: "Late units", page: "/board", query: "risk=late&sort=-vacant" };

async function setup() {
  const workspace = await setupWorkspace();
  const { t, supervisor } = workspace;
  const other = await signIn(t, "project_supervisor", { firstName: "Rosa", lastName: "Lind" });
  const keep = async (fields: Partial<typeof late> & { shared?: boolean; key?: string } = {}) =>
    await supervisor.mutation(api.views.create, { ...late, ...fields });
  return { ...workspace, other, keep };
}

type Caller = Awaited<ReturnType<typeof setup>>["other"];

async function namesOf(caller: Caller, page?: string): Promise<string[]> {
  const views = await caller.query(api.views.list, page === undefined ? {} : { page });
  return views.map(({ name }) => name);
}

test("a view keeps the filters of a page under a name, for its owner alone [QUICK-05]", async () => {
  const { supervisor, other, admin, keep } = await setup();

  const view = await keep({ name: "  Late units  " });

  expect(view).toEqual({
    ...{ id: expect.any(String) as string, ...late, shared: false },
    ...{ createdBy: supervisor.userId, createdByName: expect.stringMatching(/^Person \d+$/) },
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    updatedAt: view.createdAt,
  });
  expect(await supervisor.query(api.views.list, {})).toEqual([view]);
  expect(await namesOf(other)).toEqual([]);
  expect(await namesOf(admin)).toEqual([]);
});

test("a view for everyone is in the list of each, once, with its owner's name [QUICK-05]", async () => {
  const { supervisor, manager, other } = await setup();
  const view = await other.mutation(api.views.create, { ...late, shared: true });

  expect(view.createdByName).toBe("Rosa Lind");
  for (const caller of [supervisor, manager, other])
    expect(await caller.query(api.views.list, {})).toEqual([view]);
});

test("views come by name, in which numbers compare as numbers, and of one page on request [QUICK-05]", async () => {
  const { supervisor, manager, keep } = await setup();
  for (const name of ["Floor 10", "floor 2", "Floor 1"]) await keep({ name });
  await keep({ name: "Elsewhere", page: "/reports" });
  await manager.mutation(api.views.create, { ...late, name: "Floor 3", shared: true });

  const onBoard = ["Floor 1", "floor 2", "Floor 3", "Floor 10"];
  expect(await namesOf(supervisor)).toEqual(["Elsewhere", ...onBoard]);
  expect(await namesOf(supervisor, "/board")).toEqual(onBoard);
  expect(await namesOf(supervisor, "//nothing")).toEqual([]);
});

test("the owner renames, shares and replaces a view, and history keeps old and new [QUICK-05] [GEN-02]", async () => {
  const { t, supervisor, keep } = await setup();
  const { id: viewId } = await keep();
  const before = (await rowsOf(t, "events")).length;

  const renamed = { viewId, name: "Late", query: "", shared: true };
  const updated = await supervisor.mutation(api.views.update, renamed);
  await supervisor.mutation(api.views.update, { viewId, name: "Late", shared: true });
  await supervisor.mutation(api.views.update, { viewId });
  await supervisor.mutation(api.views.remove, { viewId });

  expect(updated).toMatchObject({ name: "Late", page: "/board", query: "", shared: true });
  const act = { userId: supervisor.userId, viewId };
  expect((await rowsOf(t, "events")).slice(before - 1)).toMatchObject([
    {
      ...{ ...act, kind: "view.created", label: "Late units" },
      changes: [
        { field: "name", from: null, to: "Late units" },
        { field: "page", from: null, to: "/board" },
        { field: "query", from: null, to: late.query },
        { field: "shared", from: null, to: false },
      ],
    },
    {
      ...{ ...act, kind: "view.updated", label: "Late units" },
      changes: [
        { field: "name", from: "Late units", to: "Late" },
        { field: "query", from: late.query, to: "" },
        { field: "shared", from: false, to: true },
      ],
    },
    {
      ...{ ...act, kind: "view.removed", label: "Late" },
      changes: [
        { field: "name", from: "Late", to: null },
        { field: "page", from: "/board", to: null },
        { field: "query", from: "", to: null },
        { field: "shared", from: true, to: null },
        { field: "createdBy", from: supervisor.userId, to: null },
      ],
    },
  ]);
});

test("a deleted view is gone at once and lies in no trash [QUICK-05]", async () => {
  const { t, manager, supervisor, keep } = await setup();
  const { id: viewId } = await keep();

  expect(await supervisor.mutation(api.views.remove, { viewId })).toEqual({ success: true });

  expect(await rowsOf(t, "savedViews")).toEqual([]);
  expect((await manager.query(api.trash.list, {})).page).toEqual([]);
});

test("an undone deletion gives a view back to its owner, whoever deleted it [QUICK-05] [UNDO-01]", async () => {
  const { admin, supervisor, keep } = await setup();
  const { id: viewId } = await keep({ shared: true });
  await admin.mutation(api.views.remove, { viewId });

  const { page } = await admin.query(api.undo.recent, { limit: 1 });
  await admin.mutation(api.undo.event, { eventId: first(page).event.id });

  expect(await supervisor.query(api.views.list, {})).toMatchObject([
    { ...late, shared: true, createdBy: supervisor.userId },
  ]);
});

test("a view for everyone is changed and deleted by its owner, managers and administrators [QUICK-05]", async () => {
  const { manager, admin, supervisor, other, keep } = await setup();
  const { id: viewId } = await keep({ shared: true });

  const who = "its owner, a project manager or an administrator";
  const refused = refusal("forbidden", `A view for everyone can be changed by ${who}`);
  await expect(other.mutation(api.views.update, { viewId, name: "X" })).rejects.toMatchObject(
    refused,
  );
  await expect(other.mutation(api.views.remove, { viewId })).rejects.toMatchObject(refused);
  for (const [caller, name] of [[supervisor, "A"] as const, [manager, "B"], [admin, "C"]] as const)
    expect(await caller.mutation(api.views.update, { viewId, name })).toMatchObject({
      ...{ name, createdBy: supervisor.userId },
    });
  await admin.mutation(api.views.remove, { viewId });
  expect(await namesOf(supervisor)).toEqual([]);
});

test("a view that another person keeps for themselves is not found, not even by administrators [QUICK-05]", async () => {
  const { t, manager, admin, other, supervisor, keep } = await setup();
  const own = await keep();
  const once = await keep({ name: "Shared once", shared: true });
  // A view that a manager unshares is visible to its owner only.
  await manager.mutation(api.views.update, { viewId: once.id, shared: false });
  const before = await everything(t);

  for (const caller of [other, manager, admin]) {
    for (const viewId of [own.id, once.id, supervisor.userId, "none"]) {
      const notFound = refusal("not_found", "View not found");
      const update = caller.mutation(api.views.update, { viewId, shared: true });
      await expect(update).rejects.toMatchObject(notFound);
      await expect(caller.mutation(api.views.remove, { viewId })).rejects.toMatchObject(notFound);
    }
  }
  expect(await everything(t)).toBe(before);
  expect(await namesOf(supervisor)).toEqual(["Late units", "Shared once"]);
});

const pageMessage = "Page must be the path of a page of the app, such as /board";
const queryMessage = "Query must be the part of an address behind the ?, without # or line breaks";

test.each([
  ...[
    ...[
      "",
      " ",
      "board",
      "//evil.test",
      "https://evil.test",
      "javascript:alert(1)",
      "/\\evil.test",
    ],
    ...["/board?risk=late", "/board#top", "/board/", "/a//b", "/../etc", "/.//evil.test", "/a b"],
    ...["/board\n", "/%2fevil.test", "/api/logout", "/API", "/idp/x", "/ü"],
  ].map((page): [Partial<typeof late>, string] => [{ page }, pageMessage]),
  [{ page: `/${"a".repeat(200)}` }, "Page must be at most 200 characters"],
  [{ name: "  " }, "Name is required"],
  [{ name: "n".repeat(101) }, "Name must be at most 100 characters"],
  [{ name: "two\nlines" }, "Name must be one line of text"],
  [{ query: "q".repeat(2001) }, "Query must be at most 2000 characters: set fewer filters"],
  [{ query: "risk=late#top" }, queryMessage],
  [{ query: "risk=late\r\nX: y" }, queryMessage],
])("a view with %j is refused with what to do [QUICK-05]", async (fields, message) => {
  const { t, supervisor, keep } = await setup();
  const { id: viewId } = await keep();
  const before = await everything(t);

  await expect(keep(fields)).rejects.toMatchObject(refusal("invalid", message));
  if (!("page" in fields)) {
    const update = supervisor.mutation(api.views.update, { viewId, ...fields });
    await expect(update).rejects.toMatchObject(refusal("invalid", message));
  }
  expect(await everything(t)).toBe(before);
});

test("names, paths and filters at their limits are kept as they were sent [QUICK-05]", async () => {
  const { keep } = await setup();
  const page = `/projects/${"a_-".repeat(60)}/units`;

  expect(await keep({ name: "n".repeat(100), page, query: "q".repeat(2000) })).toMatchObject({
    ...{ name: "n".repeat(100), page, query: "q".repeat(2000) },
  });
  for (const at of ["/", "/projects", "/projects/x1/units"])
    expect(await keep({ page: at, query: "" })).toMatchObject({ page: at, query: "" });
});

test("a person keeps a limited number of views, and a limited number is for everyone [QUICK-05]", async () => {
  const { t, supervisor, other, keep } = await setup();
  const { id: viewId } = await keep();
  await t.run(async ({ db }) => {
    const times = { createdAt: 1, updatedAt: 1 };
    for (let count = 1; count < maxViews; count++) {
      await db.insert("savedViews", {
        ...{ ...late, ...times, shared: true, createdBy: supervisor.userId },
      });
    }
  });

  const tooMany = `A person keeps at most ${maxViews} views: delete one first`;
  await expect(keep()).rejects.toMatchObject(refusal("invalid", tooMany));
  await other.mutation(api.views.create, { ...late, shared: true });
  const noRoom = `At most ${maxViews} views are for everyone: delete one first, or keep this one for yourself`;
  const create = other.mutation(api.views.create, { ...late, shared: true });
  await expect(create).rejects.toMatchObject(refusal("invalid", noRoom));
  const share = supervisor.mutation(api.views.update, { viewId, shared: true });
  await expect(share).rejects.toMatchObject(refusal("invalid", noRoom));
  expect(await other.mutation(api.views.create, late)).toMatchObject({ shared: false });
});
