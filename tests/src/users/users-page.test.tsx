import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { userOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

const mia = userOf({ id: "user", firstName: "Mia", lastName: "Wolf", email: "mia@homes.test" });
const ben = userOf({
  ...{ id: "ben", firstName: "Ben", lastName: "Young", email: "ben@homes.test" },
  ...{ role: "project_supervisor", createdAt: "2026-03-02T12:00:00.000Z" },
});

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { companyDomain: "homes.test" });
  backend.answer(api.users.namedAdministrators, {}, ["chief@partner.test"]);
  backend.answer(api.users.list, {}, [mia, ben]);
});
afterEach(cleanup);

const show = async (search = "", role = "account_administrator") =>
  await renderPage(backend, { at: `/user-management${search}`, role });

/** Waits for the code of the dialogs, and lets it render. */
const dialogsArrive = () =>
  act(async () => void (await import("../../../src/features/users/user-dialogs.tsx")));

const row = (email: string) => within(screen.getByRole("listitem", { name: email }));

const names = () =>
  within(screen.getByRole("list", { name: "Users" }))
    .getAllByRole("listitem")
    .map((item) => item.getAttribute("aria-label")?.split("@")[0]);

test("a row shows name, email, role badge and the joined date [USER-01]", async () => {
  await show();

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("User Management");
  const ofBen = row("ben@homes.test");
  for (const text of ["Ben Young", "ben@homes.test", "Project Supervisor"]) {
    expect(ofBen.getByText(text)).toBeVisible();
  }
  const joined = ofBen.getByText(/2026/);
  expect(joined.getAttribute("datetime")).toBe("2026-03-02T12:00:00.000Z");
});

test("users come by name, and a role that nobody knows stands as it is [USER-01]", async () => {
  backend.answer(api.users.list, {}, [
    userOf({ id: "1", email: "zed@homes.test", firstName: "zed", lastName: null }),
    userOf({ id: "2", email: "ann@homes.test", firstName: "Ann", role: "crew_boss" }),
    userOf({ id: "3", email: "mona@homes.test", firstName: null, lastName: null }),
  ]);
  await show();

  expect(names()).toEqual(["ann", "mona", "zed"]);
  expect(row("ann@homes.test").getByText("crew_boss")).toBeVisible();
});

test.each(["project_manager", "project_supervisor"])(
  "%s is refused, and no user is asked for [USER-03, OP-15]",
  async (role) => {
    await show("", role);

    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Access Denied");
    expect(screen.getByText("You don't have permission to manage users.")).toBeVisible();
    expect(backend.watched).toEqual(new Set());
  },
);

test("the own account is marked, and cannot be deleted [USER-08, PERM-23]", async () => {
  await show();

  const own = row("mia@homes.test");
  expect(own.getByText("You")).toBeVisible();
  const button = own.getByRole("button", { name: "Delete Mia Wolf", description: /own account/ });
  expect(button).toHaveProperty("disabled", true);
  expect(own.getByText("You cannot delete your own account")).toBeVisible();
  expect(row("ben@homes.test").getByRole("button", { name: /Delete/ })).toHaveProperty(
    "disabled",
    false,
  );
});

test("not even an address opens the question for the own account [USER-08]", async () => {
  await show("?dialog=delete&user=user");
  await dialogsArrive();

  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("deleting asks; cancelling sends nothing, confirming takes the row away at once [USER-09, VALID-19]", async () => {
  const { user } = await show();
  const ask = () => user.click(row("ben@homes.test").getByRole("button", { name: /Delete/ }));
  await ask();
  expect(await screen.findByRole("alertdialog", { name: "Delete Ben Young?" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(backend.sent).toEqual([]);

  await ask();
  await user.click(screen.getByRole("button", { name: "Delete User" }));

  await waitFor(() => expect(names()).toEqual(["mia"]));
  expect(backend.calls(api.users.remove)).toEqual([{ userId: "ben" }]);
});

test("relinking a sign-in asks, is sent and told [USER-02]", async () => {
  backend.handle(api.users.relink, () => ({ success: true }));
  const { user } = await show();
  expect(row("mia@homes.test").getByRole("button", { name: /Relink/ })).toHaveProperty(
    "disabled",
    true,
  );
  await user.click(row("ben@homes.test").getByRole("button", { name: /Relink/ }));
  const dialog = await screen.findByRole("alertdialog", {
    name: "Relink the sign-in of Ben Young?",
  });
  expect(dialog.textContent).toContain("signed out everywhere at once");

  await user.click(screen.getByRole("button", { name: "Relink Sign-in" }));

  expect(await screen.findByText("Sign-in relinked")).toBeVisible();
  expect(backend.calls(api.users.relink)).toEqual([{ userId: "ben" }]);
});

test("an address that asks to relink one's own sign-in opens nothing [USER-02]", async () => {
  await show("?dialog=relink&user=user");
  await dialogsArrive();

  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("signing a user out everywhere asks first, and is told [USER-10]", async () => {
  backend.handle(api.sessions.endAllOf, () => ({ success: true }));
  const { user } = await show();
  const button = (name: string) => screen.getByRole("button", { name });
  expect(button("Sign out Mia Wolf everywhere")).toHaveProperty("disabled", true);

  await user.click(button("Sign out Ben Young everywhere"));
  expect(
    await screen.findByRole("alertdialog", { name: "Sign out Ben Young everywhere?" }),
  ).toBeVisible();
  expect(backend.sent).toEqual([]);
  await user.click(button("Sign out everywhere"));

  expect(await screen.findByText("Ben Young is signed out everywhere")).toBeVisible();
  expect(backend.calls(api.sessions.endAllOf)).toEqual([{ userId: "ben" }]);
});

test("a deleted user is told [TOAST-21]", async () => {
  backend.handle(api.users.remove, () => ({ success: true }));
  const { user } = await show("?dialog=delete&user=ben");
  await user.click(await screen.findByRole("button", { name: "Delete User" }));

  expect(await screen.findByText("User deleted successfully")).toBeVisible();
});

test("a deletion that fails brings the row back and says so [OP-52]", async () => {
  backend.handle(api.users.remove, () => Promise.reject(new Error("no")));
  const { user } = await show("?dialog=delete&user=ben");
  await user.click(await screen.findByRole("button", { name: "Delete User" }));

  expect(await screen.findByText("An error occurred")).toBeVisible();
  expect(names()).toEqual(["ben", "mia"]);
});

async function openRole(email = "ben@homes.test") {
  const { user } = await show();
  await user.click(row(email).getByRole("button", { name: /Edit Role/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Role" }));
  const choose = async (role: string) => {
    await user.click(screen.getByRole("combobox", { name: "Role" }));
    await user.click(screen.getByRole("option", { name: new RegExp(role) }));
  };
  const update = dialog.getByRole("button", { name: "Update Role" });
  return { user, dialog, choose, update };
}

test("the update button works only while another role is chosen [USER-07]", async () => {
  const { choose, update } = await openRole();
  expect(update).toHaveProperty("disabled", true);
  await choose("Project Manager");
  expect(update).toHaveProperty("disabled", false);
  await choose("Project Supervisor");
  expect(update).toHaveProperty("disabled", true);
});

test("a new role is sent, told and in the list [USER-02, TOAST-21]", async () => {
  backend.handle(api.users.changeRole, () => {
    backend.answer(api.users.list, {}, [mia, { ...ben, role: "project_manager" }]);
    return ben;
  });
  const { user, choose, update } = await openRole();
  await choose("Project Manager");
  await user.click(update);

  await screen.findByText("User role updated successfully");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(row("ben@homes.test").getByText("Project Manager")).toBeVisible();
  expect(backend.calls(api.users.changeRole)).toEqual([{ userId: "ben", role: "project_manager" }]);
});

test("the last administrator is told why the role stays, and the choice is kept [OP-04]", async () => {
  const conflict = new ConvexError({ code: "conflict", message: "no" });
  backend.handle(api.users.changeRole, () => Promise.reject(conflict));
  const { user, dialog, choose, update } = await openRole("mia@homes.test");
  await choose("Project Manager");
  await user.click(update);

  expect((await dialog.findByRole("alert")).textContent).toMatch(/last account administrator/);
  expect(dialog.getByRole("combobox", { name: "Role" }).textContent).toBe("Project Manager");
  expect(screen.getByText("An error occurred")).toBeVisible();
});

test("a user who is removed meanwhile takes the open dialog away", async () => {
  await openRole();
  backend.answer(api.users.list, {}, [mia]);

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("many users are searched by name, email and role, and the address remembers it", async () => {
  const others = Array.from({ length: 6 }, (_, at) =>
    userOf({ id: `u${at}`, email: `u${at}@homes.test`, firstName: "Otto", lastName: `No ${at}` }),
  );
  backend.answer(api.users.list, {}, [mia, ben, ...others]);
  const { user, history } = await show();
  const search = screen.getByRole("searchbox", { name: "Search users" });
  await user.type(search, "SUPERVISOR ben");

  await waitFor(() => expect(names()).toEqual(["ben"]));
  expect(screen.getByRole("status").textContent).toBe("1 of 8 users");
  expect(history.location.search).toBe("?q=SUPERVISOR+ben");
  await user.type(search, "x");
  expect(await screen.findByText("No users found")).toBeVisible();
});

test("a handful of users has no search", async () => {
  await show();

  expect(screen.queryByRole("searchbox")).toBeNull();
});
