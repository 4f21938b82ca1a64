import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { drafts } from "../../../src/lib/typed/drafts.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { stubIndexedDb } from "../outbox/indexed-db.ts";
import { noteOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;
const no = new ConvexError({ code: "forbidden", message: "No" });

beforeEach(() => {
  for (const key of ["unit", "unit/note"]) drafts.clear(key);
  backend = new FakeConvex();
  backend.answer(api.units.list, { projectId: "project" }, [unitOf({})]);
});
afterEach(cleanup);

async function show(notes: Parameters<typeof noteOf>[0][], role?: string) {
  backend.answer(api.unitNotes.list, { unitId: "unit" }, notes.map(noteOf));
  return await renderPage(backend, {
    at: "/projects/project/units?unit=unit&tab=notes",
    ...(role === undefined ? {} : { role }),
  });
}

const newNote = () => screen.getByLabelText<HTMLTextAreaElement>("New note");
const addButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Add Note" });
const notes = () =>
  screen.getAllByRole("listitem").filter(({ dataset }) => dataset["slot"] !== "toast");
const items = () => notes().map((item) => item.textContent);
const firstItem = () => {
  const [item] = notes();
  if (!item) throw new Error("no note is shown");
  return within(item);
};

test("a note shows its author by name, else by email [NOTE-02]", async () => {
  await show([
    { id: "a", content: "Keys at the desk" },
    { id: "b", userFirstName: "", userLastName: "", content: "Mind the step" },
  ]);
  expect(items()[0]).toContain("Ana Silva");
  expect(items()[1]).toContain("ana@example.com");
  expect(items()[1]).not.toContain("Ana Silva");
});

test("exactly a note whose moments differ is marked as edited [NOTE-03]", async () => {
  await show([{ id: "a", updatedAt: "2026-03-02T09:00:00.001Z" }, { id: "b" }]);
  expect(items().map((text) => text.includes("(edited)"))).toEqual([true, false]);
});

test("blank text cannot be added [NOTE-04]", async () => {
  const { user } = await show([]);
  expect(addButton().disabled).toBe(true);
  await user.type(newNote(), "   {Enter} ");
  expect(addButton().disabled).toBe(true);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(backend.sent).toEqual([]);
});

test("more than 10,000 characters cannot be added, and it is said why [NOTE-04]", async () => {
  drafts.set("unit", "x".repeat(10_001));
  await show([]);
  expect(addButton().disabled).toBe(true);
  expect(screen.getByRole("alert").textContent).toBe("Note must be at most 10000 characters");
});

test("a note is shown at once, sent trimmed, and confirmed [NOTE-01] [NOTE-04] [TOAST-16]", async () => {
  let finish: (note: unknown) => void = () => undefined;
  backend.handle(api.unitNotes.create, () => new Promise((resolve) => (finish = resolve)));
  const { user } = await show([{ content: "Older" }]);
  await user.type(newNote(), "  Newer ");
  await user.click(addButton());

  await waitFor(() => expect(items()[0]).toContain("Newer"));
  expect(items()[0]).toContain("Mia Wolf");
  expect(newNote().value).toBe("");
  await waitFor(() =>
    expect(backend.acts(api.unitNotes.create)[0]).toMatchObject({
      unitId: "unit",
      content: "Newer",
    }),
  );
  finish(noteOf({}));
  await screen.findByText("Note added successfully");
});

test("a refused note goes, and its text comes back before what was typed since [OP-52] [TOAST-02]", async () => {
  let refuse: (error: Error) => void = () => undefined;
  backend.handle(api.unitNotes.create, () => new Promise<void>((_, reject) => (refuse = reject)));
  const { user } = await show([]);
  await user.type(newNote(), "First");
  await user.click(addButton());
  await user.type(newNote(), "Second");
  refuse(no);

  await screen.findByText("An error occurred");
  expect(newNote().value).toBe("First\n\nSecond");
  expect(screen.getByText("No notes yet")).toBeVisible();
});

test("a note that is added while the device cannot take it yet counts as typed until then [GEN-03] [FIELD-04]", async () => {
  let keep: (id: string) => void = () => undefined;
  const asked = vi.spyOn(outbox, "do").mockReturnValue(new Promise((resolve) => (keep = resolve)));
  const { user } = await show([]);
  await user.type(newNote(), "Mind the step");
  await user.click(addButton());
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(newNote().value).toBe("");
  expect(drafts.unsaved().get("unit")).toBe("Mind the step");

  keep("note");
  await waitFor(() => expect(drafts.unsaved().get("unit")).toBeUndefined());
});

test("what was typed is still there after looking at another tab [NOTE-01]", async () => {
  const { user } = await show([]);
  await user.type(newNote(), "Half a sent");
  await user.click(screen.getByRole("tab", { name: "Photos" }));
  await user.click(screen.getByRole("tab", { name: "Notes" }));
  expect(newNote().value).toBe("Half a sent");
});

test("an edited note shows its new text at once [NOTE-01] [NOTE-03] [TOAST-16]", async () => {
  backend.handle(api.unitNotes.update, () => new Promise(() => undefined));
  const { user } = await show([{ content: "Paint it blue" }]);
  await user.click(firstItem().getByRole("button", { name: "Edit note" }));
  const editor = firstItem().getByLabelText("Edit note");
  await user.clear(editor);
  expect(firstItem().getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  await user.type(editor, "Paint it green");
  await user.click(firstItem().getByRole("button", { name: "Save" }));

  await waitFor(() => expect(items()[0]).toContain("Paint it green"));
  expect(items()[0]).toContain("(edited)");
  const sent = { noteId: "note", content: "Paint it green", base: "Paint it blue" };
  await waitFor(() => expect(backend.acts(api.unitNotes.update)).toEqual([sent]));
});

test("a saved edit is confirmed [TOAST-16]", async () => {
  backend.handle(api.unitNotes.update, () => noteOf({}));
  const { user } = await show([{ content: "A" }]);
  await user.click(firstItem().getByRole("button", { name: "Edit note" }));
  await user.type(firstItem().getByLabelText("Edit note"), "B");
  await user.click(firstItem().getByRole("button", { name: "Save" }));
  await screen.findByText("Note updated successfully");
});

test("a refused edit opens the editor again with what was typed [OP-52]", async () => {
  backend.handle(api.unitNotes.update, () => Promise.reject(no));
  const { user } = await show([{ content: "A" }]);
  await user.click(firstItem().getByRole("button", { name: "Edit note" }));
  await user.type(firstItem().getByLabelText("Edit note"), "B");
  await user.click(firstItem().getByRole("button", { name: "Save" }));

  await screen.findByText("An error occurred");
  expect(firstItem().getByLabelText<HTMLTextAreaElement>("Edit note").value).toBe("AB");
});

test("the text of an edit whose note is gone is kept as a new note [OP-52]", async () => {
  const gone = new ConvexError({ code: "not_found", message: "Note not found" });
  backend.handle(api.unitNotes.update, () => Promise.reject(gone));
  const { user } = await show([{ content: "A" }]);
  await user.click(firstItem().getByRole("button", { name: "Edit note" }));
  await user.type(firstItem().getByLabelText("Edit note"), "B");
  await user.click(firstItem().getByRole("button", { name: "Save" }));
  await waitFor(() => expect(newNote().value).toBe("AB"));
});

test("the text of an edit is kept as a new note when somebody deletes its note [NOTE-01]", async () => {
  const { user } = await show([{ content: "A" }]);
  await user.click(firstItem().getByRole("button", { name: "Edit note" }));
  await user.type(firstItem().getByLabelText("Edit note"), "B");
  backend.answer(api.unitNotes.list, { unitId: "unit" }, []);
  await waitFor(() => expect(newNote().value).toBe("AB"));
  const hint = "The note you were editing was deleted. Your text is kept here.";
  expect(screen.getByText(hint)).toBeVisible();
  await user.clear(newNote());
  expect(screen.queryByText(hint)).toBeNull();
});

test("the text of an edit is kept as a new note when its writer may not change the note any more [NOTE-01] [GEN-03]", async () => {
  drafts.begin("unit/note", "A");
  drafts.set("unit/note", "AB");
  const { user } = await show([{ content: "A", userId: "sam" }], "project_supervisor");
  await waitFor(() => expect(newNote().value).toBe("AB"));
  const hint = "You may not change the note you were editing any more. Your text is kept here.";
  expect(screen.getByText(hint)).toBeVisible();
  await user.clear(newNote());
  expect(screen.queryByText(hint)).toBeNull();
});

test("the text is kept too when the dialog was closed meanwhile [NOTE-01]", async () => {
  drafts.set("unit/note", "Half a tho");
  await show([]);
  await waitFor(() => expect(newNote().value).toBe("Half a tho"));
});

test("an edit that had changed nothing goes with its note", async () => {
  const { user } = await show([{ content: "A" }]);
  await user.click(firstItem().getByRole("button", { name: "Edit note" }));
  backend.answer(api.unitNotes.list, { unitId: "unit" }, []);
  await screen.findByText("No notes yet");
  expect(newNote().value).toBe("");
});

test("a note deleted by somebody else closes the question about it and says so [API-53]", async () => {
  const { user } = await show([{ content: "A" }]);
  await user.click(firstItem().getByRole("button", { name: "Delete note" }));
  backend.answer(api.unitNotes.list, { unitId: "unit" }, []);
  await screen.findByText("This note is no longer here");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(backend.sent).toEqual([]);
});

test("what was typed for a unit that is deleted can still be copied [NOTE-01]", async () => {
  const { user } = await show([]);
  await user.type(newNote(), "Mind the step");
  backend.answer(api.units.list, { projectId: "project" }, []);
  const gone = await screen.findByRole("dialog", { name: "101 was deleted" });
  expect(gone.textContent).toContain("It was deleted while it was open here");
  expect(screen.getByLabelText("Your unsaved note")).toHaveProperty("value", "Mind the step");
});

test("an edit that changes nothing, or is cancelled, sends nothing", async () => {
  const { user } = await show([{ content: "A" }]);
  await user.click(firstItem().getByRole("button", { name: "Edit note" }));
  await user.click(firstItem().getByRole("button", { name: "Save" }));
  await user.click(firstItem().getByRole("button", { name: "Edit note" }));
  await user.type(firstItem().getByLabelText("Edit note"), "B");
  await user.click(firstItem().getByRole("button", { name: "Cancel" }));
  expect(items()[0]).not.toContain("AB");
  expect(backend.sent).toEqual([]);
});

test("deleting asks first; declining keeps the note [NOTE-01] [TOAST-16]", async () => {
  backend.handle(api.unitNotes.remove, () => new Promise(() => undefined));
  const { user } = await show([{ content: "A" }]);
  await user.click(firstItem().getByRole("button", { name: "Delete note" }));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(backend.sent).toEqual([]);

  backend.handle(api.unitNotes.remove, () => ({ success: true }));
  await user.click(firstItem().getByRole("button", { name: "Delete note" }));
  await user.click(screen.getByRole("button", { name: "Delete Note" }));
  await screen.findByText("Note deleted successfully");
  await waitFor(() => expect(backend.acts(api.unitNotes.remove)).toEqual([{ noteId: "note" }]));
});

test.each([
  { role: "project_manager", own: true, others: true },
  { role: "account_administrator", own: true, others: true },
  { role: "project_supervisor", own: true, others: false },
])("buttons for $role: own notes $own, others' $others [OP-32]", async (row) => {
  await show([{ id: "a", userId: "user" }, { id: "b" }], row.role);
  const hasButtons = screen
    .getAllByRole("listitem")
    .map((item) => within(item).queryByRole("button", { name: "Edit note" }) !== null);
  expect(hasButtons).toEqual([row.own, row.others]);
});

test("a note that a full device sent as its line went, and that is changed before it is added again, stands once [FIELD-09]", async () => {
  stubIndexedDb();
  const { user } = await show([]);
  const writing = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("The device is full", "QuotaExceededError");
  });
  await user.type(newNote(), "Mind the step");
  await user.click(addButton());
  const made = () => backend.calls(api.unitNotes.create);
  await waitFor(() => expect(made()).toHaveLength(1));
  backend.disconnect();
  await waitFor(() => expect(newNote().value).toBe("Mind the step"));
  backend.connect();

  backend.handle(api.unitNotes.create, () => noteOf({ id: "made", content: "Mind the step" }));
  backend.handle(api.unitNotes.update, () => noteOf({ id: "made" }));
  await user.type(newNote(), " and the door");
  await user.click(addButton());

  const content = "Mind the step and the door";
  const changed = [{ noteId: "made", content, base: "Mind the step" }];
  await waitFor(() => expect(backend.acts(api.unitNotes.update)).toEqual(changed));
  expect(made().map((note) => note["content"])).toEqual(["Mind the step", "Mind the step"]);
  expect(new Set(made().map(({ key }) => key)).size).toBe(1);
  writing.mockRestore();
});

test("a long note is folded until it is asked for", async () => {
  const { user } = await show([{ content: "word ".repeat(400) }]);
  const more = screen.getByRole("button", { name: "Show more" });
  expect(more.getAttribute("aria-expanded")).toBe("false");
  await user.click(more);
  expect(screen.getByRole("button", { name: "Show less" })).toBeVisible();
});
