import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { drafts, isOnlyInPage } from "../../../src/lib/typed/drafts.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { userOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  for (const key of drafts.snapshot().keys()) drafts.clear(key);
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { companyDomain: "homes.test" });
  backend.answer(api.users.namedAdministrators, {}, ["chief@partner.test"]);
  backend.answer(api.users.list, {}, [userOf({})]);
});
afterEach(cleanup);

const labels = { email: /^Email/, firstName: /^First Name/, lastName: /^Last Name/ };
const ann = { email: "ann@homes.test", firstName: "Ann", lastName: "Able" };

async function fillIn(fields: Partial<typeof ann>) {
  const { user } = await renderPage(backend, {
    ...{ at: "/user-management", role: "account_administrator" },
  });
  await user.click(screen.getByRole("button", { name: "Add User" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add User" }));
  for (const [field, text] of Object.entries(fields)) {
    await user.type(dialog.getByLabelText(labels[field as keyof typeof ann]), text);
  }
  const submit = () => user.click(dialog.getByRole("button", { name: "Add User" }));
  return { user, dialog, submit };
}

const toasts = () =>
  [...document.querySelectorAll('[data-slot="toast"]')].map((toast) => toast.textContent);

test("the form proposes the role of a project supervisor [USER-06, PERM-21]", async () => {
  const { dialog } = await fillIn({});

  expect(dialog.getByRole("combobox", { name: "Role" }).textContent).toBe("Project Supervisor");
});

test.each([
  ["email", { firstName: "Ann", lastName: "Able" }],
  ["firstName", { email: "ann@homes.test", lastName: "Able" }],
  ["firstName", { ...ann, firstName: "   " }],
  ["lastName", { email: "ann@homes.test", firstName: "Ann" }],
  ["lastName", { email: "ann@elsewhere.test", firstName: "Ann" }],
] as const)("without %s nothing is sent: %j [USER-04, VALID-13]", async (field, fields) => {
  const { dialog, submit } = await fillIn(fields);
  await submit();

  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(toasts()[0]).toContain("Validation ErrorPlease fill in all required fields");
  expect(dialog.getByLabelText(labels[field]).getAttribute("aria-invalid")).toBe("true");
  expect(backend.sent).toEqual([]);
});

test("a named administrator may have an address of another domain [USER-05]", async () => {
  const { submit } = await fillIn({ ...ann, email: "Chief@Partner.test" });
  await submit();

  await waitFor(() => expect(backend.sent).toHaveLength(1));
  expect(backend.sent[0]).toMatchObject({ args: { email: "chief@partner.test" } });
});

test.each(["ann@elsewhere.test", "ann@evilhomes.test", "ann"])(
  "the address %s is refused and nothing is sent [USER-05, OP-05]",
  async (email) => {
    const { submit } = await fillIn({ ...ann, email });
    await submit();

    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(toasts()[0]).toContain("Invalid EmailEmail must be from the homes.test domain");
    expect(backend.sent).toEqual([]);
  },
);

test("a user is added with what was entered [USER-02, API-41, TOAST-20]", async () => {
  backend.handle(api.users.create, () => userOf({}));
  const { user, submit } = await fillIn(ann);
  await user.click(screen.getByRole("combobox", { name: "Role" }));
  await user.click(screen.getByRole("option", { name: /Project Manager/ }));
  await submit();

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(toasts()[0]).toContain(
    "User created successfullyThey can sign in with Google using their domain email.",
  );
  expect(backend.calls(api.users.create)).toEqual([
    { ...ann, role: "project_manager", key: expect.any(String) as string },
  ]);
});

test("an address that exists is told at its field, and the input stays [DATA-02]", async () => {
  const conflict = new ConvexError({ code: "conflict", message: "no" });
  backend.handle(api.users.create, () => Promise.reject(conflict));
  const { dialog, submit } = await fillIn(ann);
  await submit();

  expect((await dialog.findByRole("alert")).textContent).toBe(
    "A user with this email already exists",
  );
  expect(toasts()[0]).toContain("ErrorAn error occurred");
  expect(dialog.getByLabelText(labels.firstName)).toHaveProperty("value", "Ann");
});

test("a failure is told, and sending again uses the same key [TOAST-02]", async () => {
  backend.handle(api.users.create, () => Promise.reject(new Error("no")));
  const { submit } = await fillIn(ann);
  await submit();
  await waitFor(() => expect(toasts()[0]).toContain("ErrorAn error occurred"));
  await submit();

  await waitFor(() => expect(backend.calls(api.users.create)).toHaveLength(2));
  const keys = backend.calls(api.users.create).map(({ key }) => key);
  expect(new Set(keys).size).toBe(1);
});

test("settings that cannot be read any more take nothing away that was typed [OP-52]", async () => {
  const { dialog } = await fillIn({ firstName: "Ann" });
  act(() => backend.answer(api.company.settings, {}, new Error("Server Error")));
  act(() => backend.answer(api.users.namedAdministrators, {}, new Error("Server Error")));
  expect(dialog.getByLabelText<HTMLInputElement>(labels.firstName).value).toBe("Ann");
});

test("settings that cannot be read are told in the dialog, and the users stay [USER-01]", async () => {
  // React logs errors that a boundary has caught.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  backend.answer(api.company.settings, {}, new Error("Server Error"));
  const { dialog } = await fillIn({});
  expect(dialog.getByText("This could not be shown")).toBeVisible();
  expect(screen.getByRole("list", { name: "Users", hidden: true })).toBeVisible();
});

test("a form that is closed by accident offers what was typed, which is in the page alone: no device keeps users [GEN-03] [FIELD-02]", async () => {
  const { user } = await fillIn(ann);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect([...drafts.snapshot().keys()].filter((key) => !isOnlyInPage(key))).toEqual([]);

  await user.click(screen.getByRole("button", { name: "Add User" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add User" }));
  await user.click(dialog.getByRole("button", { name: "Bring back" }));
  expect(dialog.getByLabelText(labels.email)).toHaveProperty("value", ann.email);
  expect(dialog.getByLabelText(labels.lastName)).toHaveProperty("value", ann.lastName);
});
