import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { TrashItem } from "../../../src/features/trash/trash-words.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, []);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function itemOf(fields: Partial<Record<keyof TrashItem, unknown>>): TrashItem {
  return {
    ...{ id: "one", kind: "task", recordId: "task", name: "Paint walls" },
    ...{ projectId: "elm", projectName: "Elm Court", unitId: "unit", unitName: "101" },
    ...{ deletedBy: "sam", deletedByName: "Sam Young", deletedAt: "2026-03-02T12:00:00.000Z" },
    ...{ goneAt: "2026-04-01T12:00:00.000Z", ...fields },
  } as TrashItem;
}

const pageOf = (page: TrashItem[], continueCursor: string | null = null) => ({
  page,
  continueCursor,
});

const show = async (search = "", role = "project_manager") =>
  await renderPage(backend, { at: `/trash${search}`, role });

const rows = (name = "Deleted records") =>
  within(screen.getByRole("list", { name }))
    .getAllByRole("listitem")
    .map((item) => item.textContent);

test("an item says what, where, who, when, and until when it can be restored [TRASH-01]", async () => {
  const project = { kind: "project", name: "Oak Hall", projectId: null, projectName: null };
  backend.answer(
    api.trash.list,
    {},
    pageOf([itemOf({}), itemOf({ id: "two", ...project, unitId: null, unitName: null })]),
  );
  await show();

  const [first, second] = rows();
  for (const text of ["Task", "Paint walls", "Elm Court · 101", "Sam Young", "Gone for good on"])
    expect(first).toContain(text);
  expect(second).toContain("ProjectOak Hall");
});

test("an item is restored, and a refusal says why and keeps it [TRASH-01]", async () => {
  backend.answer(api.trash.list, {}, pageOf([itemOf({})]));
  let isRefused = true;
  backend.handle(api.trash.restore, () => {
    if (isRefused) throw new ConvexError({ code: "conflict", message: "No" });
    return itemOf({});
  });
  const { user } = await show();

  await user.click(screen.getByRole("button", { name: "Restore Paint walls" }));
  await screen.findByText("Its unit or project is in the trash too. Restore that first.");
  isRefused = false;
  await user.click(screen.getByRole("button", { name: "Restore Paint walls" }));

  await screen.findByText("Restored");
  expect(backend.calls(api.trash.restore)).toEqual([{ itemId: "one" }, { itemId: "one" }]);
});

test("removing for good asks first: cancelling keeps it, confirming removes it [TRASH-01]", async () => {
  backend.answer(api.trash.list, {}, pageOf([itemOf({ kind: "unit", name: "101" })]));
  backend.handle(api.trash.remove, () => ({ success: true }));
  const { user, history } = await show();
  const remove = () => user.click(screen.getByRole("button", { name: "Remove 101 for good" }));

  await remove();
  await screen.findByRole("alertdialog", { name: "Remove 101 for good?" });
  expect(history.location.search).toContain("remove=one");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(backend.calls(api.trash.remove)).toEqual([]);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await remove();
  await user.click(await screen.findByRole("button", { name: "Remove for Good" }));

  await screen.findByText("Removed for good");
  expect(backend.calls(api.trash.remove)).toEqual([{ itemId: "one" }]);
});

test("the address holds the filters, an empty list says so, and earlier items come on demand [TRASH-01]", async () => {
  backend.answer(api.trash.list, { kind: "photo" }, pageOf([]));
  backend.answer(api.trash.list, {}, pageOf([itemOf({})], "next"));
  backend.answer(api.trash.list, { cursor: "next" }, pageOf([itemOf({ id: "two" })]));
  const { user, history } = await show("?kind=photo");

  screen.getByText("Nothing like this in the trash");
  await user.click(screen.getByRole("combobox", { name: "What" }));
  await user.click(await screen.findByRole("option", { name: "Everything" }));
  await waitFor(() => expect(history.location.search).not.toContain("kind"));
  expect(rows()).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Show Earlier Deletions" }));
  expect(rows("Earlier deleted records")).toHaveLength(1);
  // The focus was lost with the button.
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Earlier deleted records");
});

test("supervisors are refused the trash, and their menu does not offer it [TRASH-01]", async () => {
  await show("", "project_supervisor");

  screen.getByText("You don't have permission to read the trash.");
  expect(screen.queryByRole("link", { name: "Trash" })).toBeNull();
});

test("a trash that loads holds its place, an empty one says so [TRASH-01]", async () => {
  await show();
  await waitFor(() => expect(document.querySelector("[aria-busy]")).not.toBeNull());

  backend.answer(api.trash.list, {}, pageOf([]));

  expect(await screen.findByText("The trash is empty")).toBeVisible();
  expect(document.querySelector("[aria-busy]")).toBeNull();
});

test("what somebody else restored meanwhile says so and does no harm [TRASH-01]", async () => {
  backend.answer(api.trash.list, {}, pageOf([itemOf({})]));
  const gone = { code: "not_found", message: "This is not in the trash any more" };
  for (const act of [api.trash.restore, api.trash.remove])
    backend.handle(act, () => {
      throw new ConvexError(gone);
    });
  const { user } = await show();
  const words = "It is not in the trash any more: somebody restored or removed it.";

  await user.click(screen.getByRole("button", { name: "Restore Paint walls" }));
  expect(await screen.findByText(words)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Remove Paint walls for good" }));
  await user.click(await screen.findByRole("button", { name: "Remove for Good" }));

  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getAllByText(words)).not.toEqual([]);
  expect(screen.queryByText("Removed for good")).toBeNull();
});

test("an item that goes while its question is open leaves the question readable [TRASH-01]", async () => {
  backend.answer(api.trash.list, {}, pageOf([itemOf({})]));
  const { user } = await show();
  await user.click(screen.getByRole("button", { name: "Remove Paint walls for good" }));
  await screen.findByRole("alertdialog", { name: "Remove Paint walls for good?" });

  backend.answer(api.trash.list, {}, pageOf([]));

  expect(screen.getByRole("alertdialog", { name: "Remove Paint walls for good?" })).toBeVisible();
});

test("a trash that cannot be read leaves its filters and can be tried again [TRASH-01]", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  backend.answer(api.trash.list, {}, new Error("Server Error"));
  const { user } = await show();

  const again = await screen.findByRole("button", { name: /try again/i });
  expect(screen.getByRole("combobox", { name: "What" })).toBeVisible();
  backend.answer(api.trash.list, {}, pageOf([itemOf({})]));
  await user.click(again);
  await waitFor(() => expect(rows()).toHaveLength(1));
});
