import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { restoreNetwork, turnNetwork } from "../support/network.ts";
import { projectOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  const dates = {
    startDate: "2026-03-10T12:00:00.000Z",
    targetCompletionDate: "2026-03-20T12:00:00.000Z",
  };
  backend.answer(api.projects.list, {}, [projectOf({ description: "East wing", ...dates })]);
});
afterEach(cleanup);

async function openDialog() {
  const { user } = await renderPage(backend, { at: "/projects" });
  await user.click(screen.getByRole("button", { name: "Edit Oak Court" }));
  return { user, dialog: within(await screen.findByRole("dialog", { name: "Edit Project" })) };
}

test("saving sends only what was changed [OP-19]", async () => {
  backend.handle(api.projects.update, () => projectOf({}));
  const { user, dialog } = await openDialog();
  await user.type(dialog.getByLabelText("Description"), " and lobby");
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));

  await screen.findByText("Project updated successfully");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(backend.calls(api.projects.update)).toEqual([
    { projectId: "project", description: "East wing and lobby" },
  ]);
});

test("saving without a change closes the dialog and sends nothing [OP-19]", async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(backend.sent).toEqual([]);
});

test("a target date before the start date is told at its field [OP-20]", async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole("button", { name: /^Target Completion Date/ }));
  await user.click(await screen.findByRole("button", { name: /March 2nd/ }));
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));
  const message = await dialog.findByRole("alert");
  expect(message.textContent).toBe("Target completion date must be on or after the start date");
  expect(backend.sent).toEqual([]);
});

test("a refused change says so and keeps the dialog with its input [TOAST-02] [OP-52]", async () => {
  backend.handle(api.projects.update, () => Promise.reject(new Error("no")));
  const { user, dialog } = await openDialog();
  await user.type(dialog.getByLabelText(/^Project Name/), " II");
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("An error occurred");
  expect(dialog.getByLabelText<HTMLInputElement>(/^Project Name/).value).toBe("Oak Court II");
});

const people = [
  { id: "ann", name: "Ann Able", role: "project_manager", isRemoved: false },
  { id: "gone", name: "Gina Gone", role: "project_manager", isRemoved: true },
  { id: "sam", name: "Sam Stone", role: "project_supervisor", isRemoved: false },
];

async function openPeople(
  fields: Parameters<typeof projectOf>[0] = {},
  users: typeof people | "loading" = people,
) {
  const project = projectOf({ managerId: "gone", ...fields });
  backend.answer(api.projects.list, {}, [project]);
  const named = [project.managerId, project.supervisorId].filter((id) => id !== null);
  backend.answer(api.users.options, { named }, users === "loading" ? undefined : users);
  backend.handle(api.projects.update, () => project);
  const { user, dialog } = await openDialog();
  const choices = async (label: string) => {
    await user.click(dialog.getByRole("combobox", { name: label }));
    return screen.getAllByRole("option").map((option) => option.textContent);
  };
  const save = () => user.click(dialog.getByRole("button", { name: "Save Changes" }));
  return { user, dialog, choices, save };
}

test("managers and supervisors are chosen from the users [OP-19]", async () => {
  const { user, choices, save } = await openPeople();
  expect(await choices("Manager")).toEqual([
    ...["Nobody", "Ann AbleProject Manager", "Gina GoneNo longer in the workspace"],
  ]);
  await user.click(screen.getByRole("option", { name: /Ann Able/ }));
  expect(await choices("Supervisor")).toEqual([
    ...["Nobody", "Ann AbleProject Manager", "Sam StoneProject Supervisor"],
  ]);
  await user.click(screen.getByRole("option", { name: /Sam Stone/ }));
  await save();

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(backend.calls(api.projects.update)).toEqual([
    { projectId: "project", managerId: "ann", supervisorId: "sam" },
  ]);
});

test("a manager who was removed is still named, and stays when nothing is chosen [OP-04]", async () => {
  const { user, dialog, save } = await openPeople();
  expect(dialog.getByRole("combobox", { name: "Manager" }).textContent).toBe("Gina Gone");
  expect(dialog.getByRole("combobox", { name: "Supervisor" }).textContent).toBe("Nobody");
  await user.type(dialog.getByLabelText("Description"), "!");
  await save();

  await waitFor(() => expect(backend.calls(api.projects.update)).toHaveLength(1));
  expect(Object.keys(backend.calls(api.projects.update)[0] ?? {})).toEqual([
    ...["projectId", "description"],
  ]);
});

test("a project can be without a supervisor [OP-19]", async () => {
  const { user, choices, save } = await openPeople({ supervisorId: "sam" });
  await choices("Supervisor");
  await user.click(screen.getByRole("option", { name: "Nobody" }));
  await save();

  await waitFor(() =>
    expect(backend.calls(api.projects.update)).toEqual([
      { projectId: "project", supervisorId: null },
    ]),
  );
});

const usersAnswer = (value: unknown) =>
  act(() => backend.answer(api.users.options, { named: ["gone"] }, value));

test("users that cannot be read take nothing away that was typed [OP-52]", async () => {
  // React logs errors that a boundary has caught.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { user, dialog, save } = await openPeople({}, "loading");
  await user.type(dialog.getByLabelText(/^Project Name/), " II");

  usersAnswer(new Error("Server Error"));
  await dialog.findByText("Who is in charge could not be shown");
  await save();

  await waitFor(() =>
    expect(backend.calls(api.projects.update)).toEqual([
      { projectId: "project", name: "Oak Court II" },
    ]),
  );
});

test("users that cannot be read any more take nothing away that was chosen [OP-52]", async () => {
  const { user, dialog, choices, save } = await openPeople();
  await choices("Manager");
  await user.click(screen.getByRole("option", { name: /Ann Able/ }));

  usersAnswer(new Error("Server Error"));
  expect(dialog.getByRole("combobox", { name: "Manager" }).textContent).toBe("Ann Able");
  await save();

  await waitFor(() =>
    expect(backend.calls(api.projects.update)).toEqual([
      { projectId: "project", managerId: "ann" },
    ]),
  );
});

test("a form that loses the network while it is saved says what it waits for [FIELD-05] [GEN-03]", async () => {
  const { user, dialog } = await openDialog();
  await user.type(dialog.getByLabelText("Description"), " and lobby");
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));
  turnNetwork(false);
  expect(
    (await dialog.findByText(/^Waiting for network: it may be saved even/)).getAttribute("role"),
  ).toBe("status");

  restoreNetwork();
  await waitFor(() => expect(dialog.queryByText(/Waiting for network/)).toBeNull());
});
