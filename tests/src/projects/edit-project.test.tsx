import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
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
  return { user, dialog: within(screen.getByRole("dialog", { name: "Edit Project" })) };
}

test("[OP-19] saving sends only what was changed", async () => {
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

test("[OP-19] saving without a change closes the dialog and sends nothing", async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(backend.sent).toEqual([]);
});

test("[OP-20] a target date before the start date is told at its field", async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole("button", { name: /^Target Completion Date/ }));
  await user.click(await screen.findByRole("button", { name: /March 2nd/ }));
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));
  const message = await dialog.findByRole("alert");
  expect(message.textContent).toBe("Target completion date must be on or after the start date");
  expect(backend.sent).toEqual([]);
});

test("[TOAST-02] [OP-52] a refused change says so and keeps the dialog with its input", async () => {
  backend.handle(api.projects.update, () => Promise.reject(new Error("no")));
  const { user, dialog } = await openDialog();
  await user.type(dialog.getByLabelText(/^Project Name/), " II");
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("An error occurred");
  expect(dialog.getByLabelText<HTMLInputElement>(/^Project Name/).value).toBe("Oak Court II");
});
