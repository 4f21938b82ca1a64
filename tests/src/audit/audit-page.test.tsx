import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { AuditEntry } from "../../../src/features/audit/audit-words.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderPage } from "../support/render-page.tsx";
import { restoreNetwork, turnNetwork } from "../support/network.ts";
import { userOf } from "../support/records.ts";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.users.list, {}, [
    userOf({ id: "ben", firstName: "Ben", lastName: "Young", email: "ben@homes.test" }),
  ]);
});
afterEach(cleanup);

function entryOf(fields: Partial<Record<keyof AuditEntry, unknown>>): AuditEntry {
  return {
    ...{ id: "one", at: "2026-03-02T12:00:00.000Z", kind: "auth.signedIn", userId: "ben" },
    ...{ email: "ben@homes.test", address: "192.0.2.7", details: {} },
    ...fields,
  } as AuditEntry;
}

const pageOf = (page: AuditEntry[], continueCursor: string | null = null) => ({
  page,
  continueCursor,
});

const show = async (search = "", role = "account_administrator") =>
  await renderPage(backend, { at: `/audit${search}`, role });

const rows = (name = "Entries") =>
  within(screen.getByRole("list", { name }))
    .getAllByRole("listitem")
    .map((item) => item.textContent);

test("an entry says when, what, who, from where and the details in words [AUDIT-05]", async () => {
  const details = { user: "ann@homes.test", userId: "x1", from: "project_manager" };
  const to = "account_administrator";
  backend.answer(
    api.audit.list,
    {},
    pageOf([
      entryOf({ kind: "role.changed", details: { ...details, to } }),
      entryOf({ id: "two", kind: "adminKey.refused", userId: null, email: null, address: null }),
    ]),
  );
  await show();

  const [first, second] = rows();
  for (const text of ["Role changed", "ben@homes.test", "192.0.2.7"]) expect(first).toContain(text);
  expect(first).toContain("ann@homes.test · from Project Manager · to Account Administrator");
  expect(first).not.toContain("x1");
  expect(second).toContain("Admin key refused");
  expect(second).toContain("Nobody signed in");
});

test("what was too much to be kept is told by number [AUDIT-05] [AUDIT-06]", async () => {
  const refused = { kind: "adminKey.refused", userId: null, email: null, address: null };
  const counts = [
    { more: 1234, addresses: 9 },
    { more: 1, addresses: 1 },
  ];
  const entries = counts.map((details, at) => entryOf({ ...refused, id: String(at), details }));
  backend.answer(api.audit.list, {}, pageOf(entries));
  await show();

  const [first, second] = rows();
  expect(first).toContain("and 1,234 more from 9 addresses");
  expect(second).toContain("and 1 more from 1 address");
});

test("the address holds the filters, and each choice goes there [AUDIT-05]", async () => {
  backend.answer(
    api.audit.list,
    { kind: "auth.refused", userId: "ben", from: "2026-03-01", to: "2026-03-02" },
    pageOf([]),
  );
  backend.answer(
    api.audit.list,
    { userId: "ben", from: "2026-03-01", to: "2026-03-02" },
    pageOf([]),
  );
  const { user, history } = await show("?kind=auth.refused&user=ben&from=2026-03-01&to=2026-03-02");

  expect(screen.getByRole("combobox", { name: "Who" }).textContent).toBe("Ben Young");
  screen.getByText("No entries");
  await user.click(screen.getByRole("combobox", { name: "What" }));
  await user.click(await screen.findByRole("option", { name: "Everything" }));
  await waitFor(() => expect(history.location.search).not.toContain("kind"));
  expect(history.location.search).toContain("user=ben");
});

test("a kind that there is not, in an old address, lets everything through [AUDIT-05]", async () => {
  backend.answer(api.audit.list, {}, pageOf([entryOf({ id: "one" })]));
  await show("?kind=nonsense");

  expect(screen.getByRole("combobox", { name: "What" }).textContent).toBe("Everything");
  expect(rows()).toHaveLength(1);
});

test("earlier entries are shown on demand, and follow when new ones push them down [AUDIT-05]", async () => {
  const entries = ["a", "b", "c"].map((id) => entryOf({ id, details: { name: id } }));
  backend.answer(api.audit.list, {}, pageOf(entries.slice(0, 2), "cursor b"));
  backend.answer(api.audit.list, { cursor: "cursor b" }, pageOf(entries.slice(2)));
  backend.answer(api.audit.list, { cursor: "cursor a" }, pageOf(entries.slice(1)));
  const { user } = await show();

  expect(rows()).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Show Earlier Entries" }));
  expect(rows("Earlier entries")).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Show Earlier Entries" })).toBeNull();
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Earlier entries");

  const fresh = entryOf({ id: "new", details: { name: "new" } });
  backend.answer(api.audit.list, {}, pageOf([fresh, ...entries.slice(0, 1)], "cursor a"));
  await waitFor(() => expect(rows("Earlier entries")).toHaveLength(2));
  expect(rows()[0]).toContain("new");
});

test("the file has all entries that the filter lets through [AUDIT-05]", async () => {
  let file: Blob | undefined;
  vi.spyOn(URL, "createObjectURL").mockImplementation((made) => {
    file = made as Blob;
    return "blob:file";
  });
  backend.answer(api.audit.list, { kind: "user.added" }, pageOf([], null));
  backend.handle(api.audit.list, ({ cursor }) =>
    cursor === null
      ? pageOf([entryOf({ kind: "user.added", details: { user: "=cmd@homes.test" } })], "next")
      : pageOf([entryOf({ kind: "user.added", address: null })]),
  );
  const { user } = await show("?kind=user.added");

  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(file).toBeInstanceOf(Blob));

  expect(backend.calls(api.audit.list)).toEqual([
    { kind: "user.added", cursor: null, limit: 100 },
    { kind: "user.added", cursor: "next", limit: 100 },
  ]);
  expect((await file?.text())?.split("\n")).toEqual([
    `"Time (UTC)","What","Who","Address","Details"`,
    `"2026-03-02T12:00:00.000Z","User added","ben@homes.test","192.0.2.7","'=cmd@homes.test"`,
    `"2026-03-02T12:00:00.000Z","User added","ben@homes.test","",""`,
    "",
  ]);
});

test("a failure of the log is said in its place, and the filters stay [AUDIT-05]", async () => {
  backend.answer(api.audit.list, {}, new ConvexError({ code: "invalid", message: "Odd" }));
  vi.spyOn(console, "error").mockReturnValue(undefined);
  // A day that does not exist is no filter.
  await show("?from=2026-02-30");

  expect((await screen.findByRole("alert")).textContent).toContain(
    "The audit log could not be shown",
  );
  expect(screen.getByRole("combobox", { name: "What" }).textContent).toBe("Everything");
});

test("the log stays when the names of its filter cannot be read [AUDIT-05] [GEN-07]", async () => {
  backend.answer(api.users.list, {}, new Error("Server Error"));
  backend.answer(api.audit.list, {}, pageOf([entryOf({})]));
  await show();
  expect(rows()).toHaveLength(1);
});

test("filters that let nothing through are cleared where that is said [AUDIT-05] [GEN-07]", async () => {
  backend.answer(api.audit.list, { from: "2001-01-01" }, pageOf([]));
  backend.answer(api.audit.list, {}, pageOf([entryOf({})]));
  const { user, history } = await show("?from=2001-01-01");
  await user.click(screen.getByRole("button", { name: "Clear Filters" }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(history.location.search).toBe("");
});

test("without a connection no file is begun, and that is said [AUDIT-05] [FIELD-05]", async () => {
  backend.answer(api.audit.list, {}, pageOf([entryOf({})]));
  const { user } = await show();
  turnNetwork(false);
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(await screen.findByText("You are offline")).toBeVisible();
  expect(screen.getByRole("button", { name: "Export CSV" })).toHaveProperty("disabled", false);
  restoreNetwork();
});

test.each(["project_manager", "project_supervisor"])(
  "%s is refused, and nothing is asked for [AUDIT-05]",
  async (role) => {
    await show("", role);

    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Access Denied");
    expect(backend.watched).toEqual(new Set());
  },
);
