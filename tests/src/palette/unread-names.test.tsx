import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { QuickParts } from "../../../src/app/quick-parts.tsx";
import { quick } from "../../../src/lib/quick.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { projectOf } from "../support/records.ts";
import { renderAt, viewerOf } from "../support/render-at.tsx";

let backend: FakeConvex;
beforeEach(() => {
  quick.set(null);
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, [projectOf({ id: "oak", name: "Oak Court" })]);
  backend.answer(api.search.text, { q: "204", limit: 12 }, []);
});
afterEach(cleanup);

async function searchFor(text: string) {
  const { user } = await renderAt(backend, <QuickParts />, { viewer: viewerOf() });
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: "Search" });
  await user.keyboard(text);
}

test("the search says nothing of a missing unit before the units are there [QUICK-01] [GEN-07]", async () => {
  backend.answer(api.units.names, { projectId: "oak" }, undefined);
  await searchFor("204");

  expect(await screen.findByText("The names of units are on their way…")).toBeVisible();
  expect(screen.queryByText(/Nothing found/)).toBeNull();

  act(() => backend.answer(api.units.names, { projectId: "oak" }, [{ id: "u", name: "204" }]));
  expect(await screen.findByRole("option", { name: /204/ })).toBeVisible();
  expect(screen.queryByText("The names of units are on their way…")).toBeNull();
});

test("the search says that names could not be read, and finds the rest [QUICK-01] [GEN-07]", async () => {
  backend.answer(api.units.names, { projectId: "oak" }, new Error("Server Error"));
  await searchFor("oak");

  expect(
    await screen.findByText("Not everything could be read, so something may be missing here."),
  ).toBeVisible();
  expect(screen.getByRole("option", { name: "Oak Court" })).toBeVisible();
});
