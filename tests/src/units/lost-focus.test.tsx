import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { memberOf, projectOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

afterEach(() => {
  cleanup();
  window.history.replaceState(null, "", "/");
});

async function showUnits(search = "") {
  const backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({})]);
  const units = ["101", "102"].map((name) => unitOf({ id: `u${name}`, name }));
  backend.answer(api.units.list, { projectId: "project" }, units);
  backend.answer(api.tasks.list, { unitId: "u102" }, []);
  const at = `/projects/project/units${search}`;
  // The page has a history of its own; parts that read the address of the window see this one.
  window.history.replaceState(null, "", at);
  return await renderPage(backend, { at });
}

const heading = () => screen.getByRole("heading", { name: "Unit Management" });

test.each([
  ["?q=none", "Clear Search"],
  ["?status=completed", "Clear Filter"],
])("for %j the focus is on the heading after %j [GEN-07]", async (search, name) => {
  const { user } = await showUnits(search);
  const clear = await screen.findByRole("button", { name });
  act(() => clear.focus());
  await user.keyboard("{Enter}");

  expect(await screen.findByRole("heading", { name: "101" })).toBeVisible();
  await waitFor(() => expect(document.activeElement).toBe(heading()));
});

test("the focus is on the count after all units are selected, and on the last selected unit after none is [QUICK-03] [GEN-07]", async () => {
  const { user } = await showUnits();
  await user.click(await screen.findByRole("checkbox", { name: "Select 101" }));
  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  act(() => bar.getByRole("button", { name: "Select all 2" }).focus());
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(bar.getByRole("status")));
  await user.tab();
  expect(document.activeElement).toBe(bar.getByRole("button", { name: "State" }));

  act(() => bar.getByRole("button", { name: "Clear selection" }).focus());
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
  expect(document.activeElement?.closest("[data-select]")?.textContent).toContain("102");
});

/** Opens the dialog of an address and closes it by Escape. */
async function openAndClose(search: string): Promise<void> {
  const { user } = await showUnits(search);
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

test("a unit that an address opens at its history has the focus there, and not on its tasks [HIST-01] [GEN-07]", async () => {
  await showUnits("?unit=u102&tab=history");
  const pressed = await screen.findByRole("button", { name: "History", pressed: true });

  await waitFor(() => expect(document.activeElement).toBe(pressed));
});

test("a unit that an address opened gives the focus to its card when it closes [GEN-07]", async () => {
  await openAndClose("?unit=u102");

  const [, second] = screen.getAllByRole("button", { name: "View Details" });
  await waitFor(() => expect(document.activeElement).toBe(second));
});

test("contact details that an address opened give the focus to their member's button when they close [TEAM-03] [GEN-07]", async () => {
  const backend = new FakeConvex();
  const at = "/projects/project/team?dialog=contact&member=sam";
  const members = ["pia", "sam"].map((id) => ({
    ...memberOf({ id, firstName: id }),
    ...{ assignmentId: id, assignedAt: "2026-03-02T09:00:00.000Z" },
  }));
  backend.answer(api.projects.list, {}, [projectOf({})]);
  backend.answer(api.projectTeams.list, { projectId: "project" }, members);
  window.history.replaceState(null, "", at);
  const { user } = await renderPage(backend, { at });
  await screen.findByRole("dialog", { name: "Contact Information" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  const opener = screen.getByRole("button", { name: /^Contact information of sam/ });
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test("a unit that a way back opens on a page whose heading has the focus gives it to its card when it closes [GEN-07]", async () => {
  const { user, history } = await showUnits();
  await screen.findByRole("heading", { name: "101" });
  act(() => heading().focus());
  const at = "/projects/project/units?unit=u102";
  window.history.replaceState(null, "", at);
  act(() => history.push(at));
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard("{Escape}");

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const [, second] = screen.getAllByRole("button", { name: "View Details" });
  await waitFor(() => expect(document.activeElement).toBe(second));
});

test("a unit that an address opened gives the focus to the heading where a filter hides its card [GEN-07]", async () => {
  await openAndClose("?unit=u102&status=completed");

  await waitFor(() => expect(document.activeElement).toBe(heading()));
});
