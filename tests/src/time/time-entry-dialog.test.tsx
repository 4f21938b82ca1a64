import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { drafts, formKey } from "../../../src/lib/typed/drafts.ts";
import { stubIndexedDb } from "../outbox/indexed-db.ts";
import { cell, dialog, monday, of, projectId, setupTimesheet } from "./timesheet-fixture.ts";

afterEach(cleanup);

test("clicking a cell proposes a shift for that member and day [TIME-07, TIME-13]", async () => {
  const { show } = setupTimesheet();
  const { user, history } = await show();

  await user.click(cell(1, 3));
  await screen.findByRole("dialog");

  expect(screen.getByRole("dialog", { name: "Add Time Entry" })).toBeVisible();
  expect(dialog().getByLabelText(/^Team Member/).textContent).toContain("Ben Ito");
  expect(dialog().getByRole("button", { name: "Date: Mar 5, 2026" })).toBeVisible();
  expect(dialog().getByLabelText(/^Start Time/)).toHaveProperty("value", "07:00");
  expect(dialog().getByLabelText("End Time")).toHaveProperty("value", "16:00");
  expect(dialog().getByRole("status").textContent).toBe("8.0 hours (9h minus 1h unpaid break)");
  expect(history.location.search).toContain("add=2026-03-05");
});

test("what was entered is sent, and seen before the server answers [TIME-09, TOAST-22]", async () => {
  const { backend, answer, show } = setupTimesheet();
  vi.stubEnv("TZ", "America/New_York");
  answer([]);
  let finish: (entry: unknown) => void = () => undefined;
  backend.handle(api.timeEntries.create, async () => await new Promise((done) => (finish = done)));
  const { user } = await show();
  await user.click(cell(0, 1));
  await screen.findByRole("dialog");
  await user.type(dialog().getByLabelText("Description"), "Walls");
  await user.click(dialog().getByRole("button", { name: "Add Time Entry" }));

  await waitFor(() => expect(cell(0, 1).textContent).toContain("8.0"));
  await waitFor(() =>
    expect(backend.acts(api.timeEntries.create)).toEqual([
      {
        ...{ projectId, teamMemberId: "ana", userId: "user", unitId: null, description: "Walls" },
        ...{ date: "2026-03-03", startTime: "2026-03-03T12:00:00.000Z" },
        ...{ endTime: "2026-03-03T21:00:00.000Z" },
      },
    ]),
  );
  finish(of({}));
  await screen.findByText("Time entry created successfully");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("an entry that is brought back for somebody who has left asks for the person [TIME-09] [GEN-03]", async () => {
  const { backend, show } = setupTimesheet();
  const place = `time of ${projectId} ana 2026-03-03`;
  const kept = { person: "gone", description: "Walls", start: { time: "noon" } };
  drafts.set(formKey(place, { opening: "before" }), JSON.stringify(kept));
  const { user } = await show();
  await user.click(cell(0, 1));
  await screen.findByRole("dialog");
  await user.click(dialog().getByRole("button", { name: "Bring back" }));
  expect(dialog().getByLabelText("Description")).toHaveProperty("value", "Walls");
  expect(dialog().getByLabelText(/^Start Time/)).toHaveProperty("value", "07:00");
  await user.click(dialog().getByRole("button", { name: "Add Time Entry" }));

  expect(await dialog().findByText("Please choose a team member")).toBeVisible();
  expect(backend.sent).toEqual([]);
  drafts.clear(formKey(place, { opening: "before" }));
});

test("without a start nothing is sent and the dialog stays [TIME-15]", async () => {
  const { backend, show } = setupTimesheet();
  const { user } = await show();
  await user.click(cell(0, 0));
  await screen.findByRole("dialog");
  fireEvent.change(dialog().getByLabelText(/^Start Time/), { target: { value: "" } });
  await user.click(dialog().getByRole("button", { name: "Add Time Entry" }));

  await screen.findByText("Missing required field");
  expect(screen.getAllByText("Please fill in start time").length).toBeGreaterThan(0);
  expect(backend.sent).toEqual([]);
  expect(screen.getByRole("dialog")).toBeVisible();
});

test("without an end the entry is open, and the dialog says so [TIME-16]", async () => {
  const { backend, show } = setupTimesheet();
  const { user } = await show();
  await user.click(cell(0, 0));
  await screen.findByRole("dialog");
  fireEvent.change(dialog().getByLabelText("End Time"), { target: { value: "" } });
  expect(dialog().getByRole("status").textContent).toContain("incomplete");
  await user.click(dialog().getByRole("button", { name: "Add Time Entry" }));

  await waitFor(() => expect(cell(0, 0).textContent).toContain("Incomplete"));
  await waitFor(() =>
    expect(backend.acts(api.timeEntries.create)).toMatchObject([{ endTime: null }]),
  );
});

test("an end before the start counts nothing, says so, and can be of the next day [OP-34]", async () => {
  const { show } = setupTimesheet();
  const { user } = await show();
  await user.click(cell(0, 0));
  await screen.findByRole("dialog");
  fireEvent.change(dialog().getByLabelText(/^Start Time/), { target: { value: "22:00" } });
  fireEvent.change(dialog().getByLabelText("End Time"), { target: { value: "06:00" } });
  expect(dialog().getByRole("status").textContent).toContain("before the start: 0.0 hours");

  await user.click(dialog().getByRole("button", { name: "Ended the next day" }));
  expect(dialog().getByRole("status").textContent).toContain("7.0 hours");
  await user.click(dialog().getByRole("button", { name: "Ended the same day" }));
  expect(dialog().getByRole("status").textContent).toContain("0.0 hours");
});

test("what the server refuses is taken back, and what was typed stays [TOAST-02]", async () => {
  const { backend, show } = setupTimesheet();
  backend.handle(api.timeEntries.create, () => Promise.reject(new Error("no")));
  const { user } = await show();
  await user.click(cell(0, 0));
  await screen.findByRole("dialog");
  await user.type(dialog().getByLabelText("Description"), "Walls");
  await user.click(dialog().getByRole("button", { name: "Add Time Entry" }));

  await screen.findByText("An error occurred");
  expect(dialog().getByLabelText("Description")).toHaveProperty("value", "Walls");
  expect(cell(0, 0).textContent).toBe("");
});

test("an entry that is refused when its dialog is closed already stays in the list of what waits [TOAST-02] [FIELD-06]", async () => {
  const { backend, show } = setupTimesheet();
  let refuse: (error: Error) => void = () => undefined;
  backend.handle(api.timeEntries.create, () => new Promise((_, reject) => (refuse = reject)));
  const { user } = await show();
  await user.click(cell(0, 0));
  await screen.findByRole("dialog");
  await user.type(dialog().getByLabelText("Description"), "Walls");
  await user.click(dialog().getByRole("button", { name: "Add Time Entry" }));
  await waitFor(() => expect(backend.acts(api.timeEntries.create)).toHaveLength(1));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  refuse(new ConvexError({ code: "forbidden", message: "Not yours" }));

  await screen.findByText(/It is kept in the list of what waits/);
  expect(outbox.snapshot().operations).toMatchObject([
    { kind: "time.add", state: "refused", args: { description: "Walls" } },
  ]);
});

test("any entry opens by itself; only what was changed is sent [OP-35, TIME-09]", async () => {
  const { backend, answer, show } = setupTimesheet();
  backend.handle(api.timeEntries.update, () => of({}));
  answer([
    of({ id: "a" }),
    of({ id: "b", startTime: "2026-03-02T11:00:00.000Z", description: "b" }),
  ]);
  const { user } = await show();
  await user.click(within(cell(0, 0)).getAllByRole("button")[1] as HTMLElement);
  expect(dialog().getByLabelText("Description")).toHaveProperty("value", "b");
  await user.type(dialog().getByLabelText("Description"), "!");
  await user.click(dialog().getByRole("button", { name: "Save Changes" }));

  await screen.findByText("Time entry updated successfully");
  await waitFor(() =>
    expect(backend.acts(api.timeEntries.update)).toEqual([{ timeEntryId: "b", description: "b!" }]),
  );
});

test("an entry that is saved unchanged is not sent, and no message calls it updated [TOAST-22]", async () => {
  const { backend, answer, show } = setupTimesheet();
  answer([of({ id: "a" })]);
  const { user } = await show();
  await user.click(within(cell(0, 0)).getAllByRole("button")[0] as HTMLElement);
  await user.click(dialog().getByRole("button", { name: "Save Changes" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByText("Time entry updated successfully")).toBeNull();
  expect(backend.calls(api.timeEntries.update)).toEqual([]);
});

test("deleting asks first and takes the entry out at once [TIME-18, VALID-19, TOAST-22]", async () => {
  const { backend, answer, show } = setupTimesheet();
  backend.handle(api.timeEntries.remove, () => ({ success: true }));
  answer([of({ id: "a" })]);
  const { user } = await show(`?week=${monday}&entry=a`);
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText(/8\.0 hours of Ana Silva on Mon, Mar 2/)).toBeVisible();
  await user.click(question.getByRole("button", { name: "Cancel" }));
  expect(backend.sent).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await user.click(await screen.findByRole("button", { name: "Delete Time Entry" }));

  await screen.findByText("Time entry deleted successfully");
  await waitFor(() => expect(backend.acts(api.timeEntries.remove)).toEqual([{ timeEntryId: "a" }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the entry of somebody else is read, and the dialog says who can change it [SHEET-05]", async () => {
  const { answer, show } = setupTimesheet();
  answer([of({ id: "theirs", createdBy: "someone", description: "Walls" })]);
  await show(`?week=${monday}&entry=theirs`);

  expect(await screen.findByRole("dialog", { name: "Time Entry" })).toBeVisible();
  expect(dialog().getByText(/^Only whoever recorded this entry, managers/)).toBeVisible();
  expect(dialog().getByLabelText("Description")).toHaveProperty("value", "Walls");
  for (const control of dialog().getAllByRole("combobox"))
    expect(control.closest("fieldset")?.disabled).toBe(true);
  expect(dialog().getByLabelText("Description").closest("fieldset")?.disabled).toBe(true);
  for (const name of ["Delete", "Save Changes", "Cancel"])
    expect(dialog().queryByRole("button", { name })).toBeNull();
  expect(dialog().getAllByRole("button", { name: "Close" }).length).toBeGreaterThan(0);
});

test("a manager changes the entry of somebody else [SHEET-05]", async () => {
  const { answer, show } = setupTimesheet();
  answer([of({ id: "theirs", createdBy: "someone" })]);
  await show(`?week=${monday}&entry=theirs`, "project_manager");

  expect(await screen.findByRole("dialog", { name: "Edit Time Entry" })).toBeVisible();
  expect(dialog().getByRole("button", { name: "Delete" })).toBeVisible();
  expect(dialog().getByRole("button", { name: "Save Changes" })).toBeVisible();
});

test.each(["in the open dialog", "in a dialog that brings it back"])(
  "an entry that a full device sent as its line went, and that is changed %s, stands once [FIELD-09]",
  async (where) => {
    stubIndexedDb();
    const { backend, show } = setupTimesheet();
    const { user } = await show();
    const writing = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("The device is full", "QuotaExceededError");
    });
    const made = () => backend.calls(api.timeEntries.create);
    const add = () => user.click(dialog().getByRole("button", { name: "Add Time Entry" }));
    await user.click(cell(0, 0));
    await screen.findByRole("dialog");
    await user.type(dialog().getByLabelText("Description"), "Walls");
    await add();
    await waitFor(() => expect(made()).toHaveLength(1));
    backend.disconnect();
    await screen.findByText(/This device is full/);
    backend.connect();
    if (where !== "in the open dialog") {
      await user.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      await user.click(cell(0, 0));
      await user.click(await screen.findByRole("button", { name: "Bring back" }));
    }

    backend.handle(api.timeEntries.create, () => of({ id: "made", description: "Walls" }));
    backend.handle(api.timeEntries.update, () => of({ id: "made" }));
    await user.type(dialog().getByLabelText("Description"), " and doors");
    await add();

    const changed = [{ timeEntryId: "made", description: "Walls and doors" }];
    await waitFor(() => expect(backend.acts(api.timeEntries.update)).toEqual(changed));
    expect(made().map((entry) => entry["description"])).toEqual(["Walls", "Walls"]);
    expect(new Set(made().map(({ key }) => key)).size).toBe(1);
    writing.mockRestore();
  },
);
