import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { drafts } from "../../../src/lib/typed/drafts.ts";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { noteOf, taskOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  for (const key of ["unit"]) drafts.clear(key);
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.units.list, { projectId: "project" }, [unitOf({ totalTasks: 1 })]);
  backend.answer(api.tasks.list, { unitId: "unit" }, [taskOf({})]);
  backend.answer(api.unitNotes.list, { unitId: "unit" }, []);
});
afterEach(cleanup);

const open = (tab: string) =>
  renderPage(backend, { at: `/projects/project/units?unit=unit&tab=${tab}` });

const waiting = () => outbox.snapshot().operations.map(({ text }) => text);

test("a note made without a line is edited, and deleted, before it is sent [FIELD-03]", async () => {
  backend.disconnect();
  const { user } = await open("notes");
  await user.type(screen.getByLabelText("New note"), "Mind the step");
  await user.click(screen.getByRole("button", { name: "Add Note" }));
  const note = within(await screen.findByRole("listitem", { name: "Note by Mia Wolf" }));
  await note.findByText("Mind the step");

  await user.click(note.getByRole("button", { name: "Edit note" }));
  await user.type(note.getByLabelText("Edit note"), "s");
  await user.click(note.getByRole("button", { name: "Save" }));
  await screen.findByText("Mind the steps");
  expect(waiting()).toEqual(["Note on 101: Mind the step"]);

  await user.click(screen.getByRole("button", { name: "Delete note" }));
  await user.click(await screen.findByRole("button", { name: "Delete Note" }));
  await screen.findByText("No notes yet");
  expect(waiting()).toEqual([]);
  expect(backend.sent).toEqual([]);
});

test("nothing says saved without a line, and a mark says what is not sent [FIELD-03] [FIELD-05]", async () => {
  backend.disconnect();
  const { user } = await open("tasks");
  await user.click(screen.getByRole("button", { name: "Completed" }));
  await screen.findByText("1 of 1 tasks complete");
  const row = within(screen.getByRole("listitem", { name: "Paint walls" }));
  expect(await row.findByText(", not sent yet")).toBeVisible();
  expect(waiting()).toEqual(["Paint walls, 101: Completed"]);
  expect(screen.queryByText("Task updated successfully")).toBeNull();

  const done = taskOf({ baseStatus: "completed" });
  backend.handle(api.tasks.update, () =>
    backend.answer(api.tasks.list, { unitId: "unit" }, [done]),
  );
  act(() => backend.connect());
  await waitFor(() => expect(waiting()).toEqual([]));
  await waitFor(() =>
    expect(backend.acts(api.tasks.update)).toEqual([{ taskId: "task", status: "completed" }]),
  );
  expect(row.queryByText(", not sent yet")).toBeNull();
});

test("a card counts what waits also when the tasks of its unit are closed, and their list is let go when it is sent [FIELD-03] [UNIT-04]", async () => {
  backend.disconnect();
  const { user } = await open("tasks");
  const isRead = () => backend.isRead(api.tasks.list, { unitId: "unit" });
  await user.click(screen.getByRole("button", { name: "Completed" }));
  await screen.findByText("1 of 1 tasks complete");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const progress = () => screen.getByRole("progressbar", { name: /^Task progress/ });
  const changedByOther = unitOf({ name: "102", totalTasks: 1, notStartedTasks: 1 });
  act(() => backend.answer(api.units.list, { projectId: "project" }, [changedByOther]));
  expect(progress().getAttribute("aria-valuenow")).toBe("100");

  const done = taskOf({ baseStatus: "completed" });
  backend.handle(api.tasks.update, () => {
    backend.answer(api.tasks.list, { unitId: "unit" }, [done]);
    const unit = unitOf({ totalTasks: 1, completedTasks: 1, notStartedTasks: 0 });
    backend.answer(api.units.list, { projectId: "project" }, [unit]);
  });
  act(() => backend.connect());
  await waitFor(() => expect(waiting()).toEqual([]));
  await waitFor(() => expect(isRead()).toBe(false));
  expect(progress().getAttribute("aria-valuenow")).toBe("100");
});

test("what is typed about a new note goes on when the server has named it [FIELD-03]", async () => {
  backend.disconnect();
  const { user } = await open("notes");
  await user.type(screen.getByLabelText("New note"), "A");
  await user.click(screen.getByRole("button", { name: "Add Note" }));
  await user.click(await screen.findByRole("button", { name: "Edit note" }));
  await user.type(screen.getByLabelText("Edit note"), "B");

  const made = noteOf({ id: "named", userId: "user", content: "A" });
  backend.handle(api.unitNotes.create, () => {
    backend.answer(api.unitNotes.list, { unitId: "unit" }, [made]);
    return made;
  });
  backend.handle(api.unitNotes.update, () => made);
  act(() => backend.connect());
  await waitFor(() => expect(waiting()).toEqual([]));
  expect(await screen.findByLabelText("Edit note")).toHaveProperty("value", "AB");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(backend.acts(api.unitNotes.update)).toEqual([
      { noteId: "named", content: "AB", base: "A" },
    ]),
  );
});

test("an edit tells what its writer saw when they began, also when it was edited twice and changed meanwhile [FIELD-07]", async () => {
  const note = noteOf({ id: "note", userId: "user", content: "A" });
  backend.answer(api.unitNotes.list, { unitId: "unit" }, [note]);
  backend.handle(api.unitNotes.update, () => note);
  backend.disconnect();
  const { user } = await open("notes");
  for (const letter of ["B", "C"]) {
    await user.click(await screen.findByRole("button", { name: "Edit note" }));
    await user.type(screen.getByLabelText("Edit note"), letter);
    act(() =>
      backend.answer(api.unitNotes.list, { unitId: "unit" }, [{ ...note, content: "Theirs" }]),
    );
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(waiting()).toHaveLength(1));
    await screen.findByRole("button", { name: "Edit note" });
  }
  act(() => backend.connect());
  await waitFor(() => expect(waiting()).toEqual([]));
  await waitFor(() =>
    expect(backend.acts(api.unitNotes.update)).toEqual([
      { noteId: "note", content: "ABC", base: "A" },
    ]),
  );
});
