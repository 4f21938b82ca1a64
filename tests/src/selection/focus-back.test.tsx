import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { projectOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

afterEach(cleanup);

test("Escape in the bar of a selection returns the focus to the last selected unit [QUICK-03] [GEN-07]", async () => {
  const backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({})]);
  const units = ["101", "102", "103"].map((name) => unitOf({ id: name, name }));
  backend.answer(api.units.list, { projectId: "project" }, units);
  const { user } = await renderPage(backend, { at: "/projects/project/units" });
  await user.click(await screen.findByRole("checkbox", { name: "Select 103" }));
  await user.click(await screen.findByRole("checkbox", { name: "Select 102" }));
  (await screen.findByRole("button", { name: "Dates" })).focus();

  await user.keyboard("{Escape}");

  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
  expect(document.activeElement?.closest("[data-select]")?.textContent).toContain("102");
});
