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

const offer = "What you entered here before was not saved.";

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

  expect(await screen.findByText(/What you entered is kept: open the form again/)).toBeVisible();
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

const place = (opening: string) => `form project project\n${opening}`;

test.each([
  ["broken", "{"],
  ["nothing", "null"],
  ["a list", '["Oak"]'],
  ["of other fields", '{"title":"Oak Court III"}'],
  ["all of another shape", '{"name":{"first":"Oak"},"startDate":"soon","status":"gone"}'],
])(
  "a kept text that is %s is not offered, and stands in the way of nothing [GEN-03]",
  async (_, text) => {
    drafts.set(place("before"), text);
    const { user, open } = await show();
    const dialog = await open();
    expect(dialog.queryByText(offer)).toBeNull();
    await user.type(dialog.getByLabelText("Description"), "!");
    expect(dialog.getByLabelText("Description")).toHaveProperty("value", "East wing!");
  },
);

test("of a kept text those fields are brought back that still have their shape [GEN-03]", async () => {
  const text = { name: ["Oak"], description: "North wing", startDate: "soon", managerId: 5 };
  drafts.set(place("before"), JSON.stringify(text));
  const { user, open } = await show();
  const dialog = await open();
  await user.click(dialog.getByRole("button", { name: "Bring back" }));
  expect(dialog.getByLabelText("Description")).toHaveProperty("value", "North wing");
  expect(dialog.getByLabelText(/^Project Name/)).toHaveProperty("value", "Oak Court");
});

test("each opening keeps its own text: a later one takes the place of none, nor does its Cancel [GEN-03]", async () => {
  const { user, open, gone } = await show();
  for (const text of [" and lobby", " and roof"]) {
    await user.type((await open()).getByLabelText("Description"), text);
    await user.keyboard("{Escape}");
    await gone();
  }
  let dialog = await open();
  expect(dialog.getByText("What you entered here before was not saved (2 times).")).toBeVisible();
  await user.type(dialog.getByLabelText("Description"), "?");
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await gone();

  dialog = await open();
  await user.click(dialog.getByRole("button", { name: "Discard" }));
  await user.click(dialog.getByRole("button", { name: "Bring back" }));
  expect(dialog.getByLabelText("Description")).toHaveProperty("value", "East wing and lobby");
  expect(dialog.queryByText(/What you entered here before/)).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await gone();
  expect([...drafts.snapshot()]).toEqual([]);
});

test("a project that was sent before the page was gone is created once when its form is brought back unchanged [GEN-03] [DATA-02]", async () => {
  backend.handle(api.projects.create, () => new Promise(() => undefined));
  const { user } = await renderPage(backend, { at: "/projects" });
  const open = async () => {
    await user.click(screen.getByRole("button", { name: "Create Project" }));
    return within(await screen.findByRole("dialog", { name: "Create New Project" }));
  };
  const send = async (dialog: Awaited<ReturnType<typeof open>>) => {
    await user.click(dialog.getByRole("button", { name: "Create Project" }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  };
  let dialog = await open();
  await user.type(dialog.getByLabelText(/^Project Name/), "Elm Court");
  await user.type(dialog.getByLabelText(/^Units/), "101");
  await send(dialog);
  dialog = await open();
  await user.click(dialog.getByRole("button", { name: "Bring back" }));
  await send(dialog);
  dialog = await open();
  await user.click(dialog.getByRole("button", { name: "Bring back" }));
  await user.type(dialog.getByLabelText(/^Project Name/), " II");
  await send(dialog);

  await waitFor(() => expect(backend.calls(api.projects.create)).toHaveLength(3));
  const [first, again, other] = backend.calls(api.projects.create);
  expect(again).toEqual(first);
  expect(other?.key).not.toBe(first?.key);
});
