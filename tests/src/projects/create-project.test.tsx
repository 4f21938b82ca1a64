import { cleanup, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { dateToDay } from "../../../src/lib/format.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { projectOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, []);
});
afterEach(cleanup);

/** Picks the 15th of the month that the calendar opens with, and tells it. */
async function pickDay(user: UserEvent, field: RegExp): Promise<string> {
  await user.click(screen.getByRole("button", { name: field }));
  await user.click(await screen.findByRole("button", { name: / 15th, / }));
  return dateToDay(new Date()).replace(/..$/, "15");
}

async function openDialog() {
  const page = await renderPage(backend, { at: "/projects" });
  await page.user.click(screen.getByRole("button", { name: "Create Project" }));
  await screen.findByRole("dialog");
  return page;
}

const nameField = () => screen.getByLabelText<HTMLInputElement>(/^Project Name/);
const unitsField = () => screen.getByLabelText<HTMLTextAreaElement>(/^Units/);
/** Returns the overlay over the page behind the dialog. */
function overlay(): Element {
  const behind = screen.getByRole("dialog").previousElementSibling;
  if (!behind) throw new Error("nothing lies behind the dialog");
  return behind;
}
const submit = (user: UserEvent) =>
  user.click(screen.getByRole("button", { name: "Create Project" }));

test("the dialog has the five fields, the dates picked from a calendar [PROJ-14]", async () => {
  backend.handle(api.projects.create, () => projectOf({}));
  const { user } = await openDialog();
  expect(nameField()).toBeVisible();
  expect(screen.getByLabelText("Description")).toBeVisible();
  expect(unitsField()).toBeVisible();
  expect(screen.getByRole("button", { name: /^Start Date/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Target Completion Date/ })).toBeVisible();

  await user.type(nameField(), "Oak Court");
  await user.type(screen.getByLabelText("Description"), "East wing");
  await user.type(unitsField(), "101");
  const day = await pickDay(user, /^Start Date/);
  await pickDay(user, /^Target Completion Date/);
  await submit(user);
  await waitFor(() =>
    expect(backend.calls(api.projects.create)).toEqual([
      {
        ...{ name: "Oak Court", description: "East wing", units: ["101"] },
        ...{ startDate: day, targetCompletionDate: day, key: expect.any(String) as string },
      },
    ]),
  );
});

test("missing name and units are told at their fields and nothing is sent [VALID-02] [VALID-04]", async () => {
  const { user } = await openDialog();
  await user.type(unitsField(), " \n ");
  await submit(user);

  const messages = (await screen.findAllByRole("alert")).map((alert) => alert.textContent);
  expect(messages).toEqual(["Project name is required", "Please enter at least one unit"]);
  expect(nameField().getAttribute("aria-invalid")).toBe("true");
  expect(backend.sent).toEqual([]);
});

test("creating sends trimmed unit names, closes the dialog and says so [PROJ-16] [TOAST-11] [VALID-03]", async () => {
  backend.handle(api.projects.create, () => projectOf({}));
  const { user } = await openDialog();
  await user.type(nameField(), "Oak Court");
  await user.type(unitsField(), "  101 \n\n 102");
  await submit(user);

  await screen.findByText("Project created successfully");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(backend.calls(api.projects.create)).toEqual([
    expect.objectContaining({ name: "Oak Court", units: ["101", "102"], startDate: null }),
  ]);
});

test("a failed creation says so and keeps the dialog with its input [TOAST-02] [OP-52]", async () => {
  backend.handle(api.projects.create, () => Promise.reject(new Error("no")));
  const { user } = await openDialog();
  await user.type(nameField(), "Oak Court");
  await user.type(unitsField(), "101");
  await submit(user);

  await screen.findByText("An error occurred");
  expect(nameField().value).toBe("Oak Court");
  expect(unitsField().value).toBe("101");
});

test("sending again after a failure cannot create a second project", async () => {
  backend.handle(api.projects.create, () => Promise.reject(new Error("no")));
  const { user } = await openDialog();
  await user.type(nameField(), "Oak Court");
  await user.type(unitsField(), "101");
  await submit(user);
  await screen.findByText("An error occurred");
  await submit(user);

  await waitFor(() => expect(backend.calls(api.projects.create)).toHaveLength(2));
  const keys = backend.calls(api.projects.create).map((args) => args["key"]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test.each([
  ["Escape", (user: UserEvent) => user.keyboard("{Escape}")],
  ["Cancel", (user: UserEvent) => user.click(screen.getByRole("button", { name: "Cancel" }))],
  ["the X", (user: UserEvent) => user.click(screen.getByRole("button", { name: "Close" }))],
  ["a click outside", (user: UserEvent) => user.click(overlay())],
])("closing by %s forgets what was typed [PROJ-15]", async (_, close) => {
  const { user } = await openDialog();
  await user.type(nameField(), "Half a na");
  await user.type(screen.getByLabelText("Description"), "East");
  await user.type(unitsField(), "101");
  await pickDay(user, /^Start Date/);
  await pickDay(user, /^Target Completion Date/);
  await close(user);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  await user.click(screen.getByRole("button", { name: "Create Project" }));

  expect(nameField().value).toBe("");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Description").value).toBe("");
  expect(unitsField().value).toBe("");
  for (const name of ["Start Date: Pick a date", "Target Completion Date: Pick a date"])
    expect(screen.getByRole("button", { name })).toBeVisible();
});
