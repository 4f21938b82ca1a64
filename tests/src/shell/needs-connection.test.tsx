import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { connection } from "../../../src/lib/connection/connection.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { restoreNetwork, turnNetwork } from "../support/network.ts";
import { memberOf, projectOf, templateOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({ name: "Oak Court" })]);
  const assigned = { assignmentId: "a", assignedAt: "2026-03-02T09:00:00.000Z" };
  const member = { ...memberOf({ firstName: "Pia", lastName: "Nair" }), ...assigned };
  backend.answer(api.projectTeams.list, { projectId: "project" }, [member]);
});
afterEach(() => {
  cleanup();
  restoreNetwork();
});

test.each([
  ["a project", "/projects?dialog=delete&project=project", null, "Delete Project", "Oak Court"],
  ["a member", "/projects/project/team", /^Remove Pia/, "Remove Member", "Pia Nair"],
])(
  "without a connection the removal of %s is refused, because it would be lost with the page [FIELD-05] [GEN-03]",
  async (_, at, opener, label, name) => {
    const { user } = await renderPage(backend, { at, role: "account_administrator" });
    if (opener !== null) await user.click(await screen.findByRole("button", { name: opener }));
    const question = within(await screen.findByRole("alertdialog"));
    turnNetwork(false);
    await user.click(question.getByRole("button", { name: label }));

    expect(await screen.findByText("Not done")).toBeVisible();
    expect(backend.sent).toEqual([]);
    expect(screen.getAllByText(name)[0]).toBeVisible();
  },
);

test("without a connection a form that the server has to take stays open with what was typed [FIELD-05] [GEN-03]", async () => {
  const { user } = await renderPage(backend, { at: "/projects?dialog=edit&project=project" });
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Project" }));
  turnNetwork(false);
  await user.type(dialog.getByLabelText("Description"), "East wing");
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));

  expect(await screen.findByText("Not done")).toBeVisible();
  expect(dialog.getByLabelText("Description")).toHaveProperty("value", "East wing");
  expect(backend.sent).toEqual([]);
});

test("while the page reconnects nothing of a form waits, so that Cancel leaves nothing to happen later [FIELD-05] [GEN-03]", async () => {
  const { user } = await renderPage(backend, { at: "/projects?dialog=edit&project=project" });
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Project" }));
  vi.spyOn(connection, "snapshot").mockReturnValue({ state: "reconnecting", since: 0 });
  await user.type(dialog.getByLabelText("Description"), "East wing");
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));

  expect(await screen.findByText("Not done")).toBeVisible();
  expect(dialog.getByLabelText("Description")).toHaveProperty("value", "East wing");
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(backend.sent).toEqual([]);
});

test("without a connection the assignment of tasks is refused, and the chosen tasks stay chosen [FIELD-05] [GEN-03]", async () => {
  backend.answer(api.units.list, { projectId: "project" }, [unitOf({})]);
  backend.answer(api.taskTemplates.list, {}, [templateOf({ name: "Tile" })]);
  backend.answer(api.tasks.list, { unitId: "unit" }, []);
  const { user } = await renderPage(backend, { at: "/projects/project/units?assign=unit" });
  const dialog = within(await screen.findByRole("dialog", { name: "Assign Tasks" }));
  const box = await dialog.findByRole("checkbox", { name: "Tile" });
  await user.click(box);
  turnNetwork(false);
  await user.click(dialog.getByRole("button", { name: "Assign 1 Task" }));

  expect(await screen.findByText("Not done")).toBeVisible();
  expect(backend.sent).toEqual([]);
  expect(box.getAttribute("aria-checked")).toBe("true");
});
