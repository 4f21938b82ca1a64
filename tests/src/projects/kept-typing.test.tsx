import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { drafts } from "../../../src/lib/typed/drafts.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { projectOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  for (const key of drafts.snapshot().keys()) drafts.clear(key);
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, [projectOf({ description: "East wing" })]);
});
afterEach(cleanup);

const offer = "What you typed here before was not saved.";

async function show() {
  const { user } = await renderPage(backend, { at: "/projects" });
  const open = async () => {
    await user.click(screen.getByRole("button", { name: "Edit Oak Court" }));
    return within(await screen.findByRole("dialog", { name: "Edit Project" }));
  };
  const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  return { user, open, gone };
}

test("a form that was closed by accident opens with what the server has, and gives back what was typed [GEN-03]", async () => {
  const { user, open, gone } = await show();
  let dialog = await open();
  await user.type(dialog.getByLabelText("Description"), " and lobby");
  expect(dialog.queryByText(offer)).toBeNull();
  await user.keyboard("{Escape}");
  await gone();

  dialog = await open();
  expect(dialog.getByLabelText("Description")).toHaveProperty("value", "East wing");
  expect(dialog.getByText(offer)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Bring back" }));
  expect(dialog.getByLabelText("Description")).toHaveProperty("value", "East wing and lobby");
  expect(dialog.queryByText(offer)).toBeNull();

  backend.handle(api.projects.update, () => projectOf({}));
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));
  await gone();
  expect(backend.calls(api.projects.update)).toEqual([
    { projectId: "project", description: "East wing and lobby" },
  ]);
  dialog = await open();
  expect(dialog.queryByText(offer)).toBeNull();
});

test("a form with an offer begins in its first field, as without one, and goes on there when the offer is answered [GEN-03]", async () => {
  const { user, open, gone } = await show();
  let dialog = await open();
  await user.type(dialog.getByLabelText("Description"), "!");
  await user.keyboard("{Escape}");
  await gone();

  dialog = await open();
  const name = dialog.getByLabelText(/^Project Name/);
  await waitFor(() => expect(document.activeElement).toBe(name));
  await user.click(dialog.getByRole("button", { name: "Bring back" }));
  expect(document.activeElement).toBe(name);
});

test("what was cancelled or discarded is offered no more, and what is typed beside an offer does not end it [GEN-03]", async () => {
  const { user, open, gone } = await show();
  let dialog = await open();
  await user.type(dialog.getByLabelText("Description"), "!");
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await gone();
  dialog = await open();
  expect(dialog.queryByText(offer)).toBeNull();

  await user.type(dialog.getByLabelText("Description"), "?");
  await user.keyboard("{Escape}");
  await gone();
  dialog = await open();
  await user.type(dialog.getByLabelText(/^Project Name/), " II");
  expect(dialog.getByText(offer)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Discard" }));
  expect(dialog.queryByText(offer)).toBeNull();
  expect(dialog.getByLabelText(/^Project Name/)).toHaveProperty("value", "Oak Court II");
});

test("a change that is refused when its form is closed already says so, and is offered again [GEN-03] [TOAST-02]", async () => {
  let refuse: (error: Error) => void = () => undefined;
  backend.handle(api.projects.update, () => new Promise((_, reject) => (refuse = reject)));
  const { user, open, gone } = await show();
  let dialog = await open();
  await user.type(dialog.getByLabelText("Description"), " and lobby");
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(backend.calls(api.projects.update)).toHaveLength(1));
  await user.keyboard("{Escape}");
  await gone();

  act(() => refuse(new Error("no")));

  expect(await screen.findByText(/What you typed is kept: open the form again/)).toBeVisible();
  dialog = await open();
  await user.click(dialog.getByRole("button", { name: "Bring back" }));
  expect(dialog.getByLabelText("Description")).toHaveProperty("value", "East wing and lobby");
});

test("the answer to a form that is closed leaves the form in its place alone [GEN-03]", async () => {
  let answer: (project: unknown) => void = () => undefined;
  backend.handle(api.projects.update, () => new Promise((resolve) => (answer = resolve)));
  const { user, open, gone } = await show();
  let dialog = await open();
  await user.type(dialog.getByLabelText("Description"), "!");
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(backend.calls(api.projects.update)).toHaveLength(1));
  await user.keyboard("{Escape}");
  await gone();
  dialog = await open();
  await user.type(dialog.getByLabelText(/^Project Name/), " II");

  act(() => answer(projectOf({})));
  await screen.findByText("Project updated successfully");

  expect(dialog.getByLabelText(/^Project Name/)).toHaveProperty("value", "Oak Court II");
});
