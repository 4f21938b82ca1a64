import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { QuickParts } from "../../../src/app/quick-parts.tsx";
import { useLiveQuery } from "../../../src/hooks/reads/use-live-query.ts";
import type * as Loader from "../../../src/lib/parts/part-loader.ts";
import { PartNotLoaded } from "../../../src/lib/parts/part-not-loaded.ts";
import { quick } from "../../../src/lib/quick.ts";
import { projectOf } from "../support/records.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { lateParts } from "../support/late-parts.ts";
import { renderAt } from "../support/render-at.tsx";

vi.mock("../../../src/lib/parts/part-loader.ts", async (importOriginal) => {
  const { lateParts } = await import("../support/late-parts.ts");
  return lateParts.loader(await importOriginal<typeof Loader>());
});

let backend: FakeConvex;
beforeEach(() => {
  quick.set(null);
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, []);
  for (const query of [
    api.people.list,
    api.teamMembers.list,
    api.taskTemplates.list,
    api.views.list,
  ])
    backend.answer(query, {}, []);
});
afterEach(cleanup);

const press = vi.fn();

/** A page whose answers have not arrived, with a button that has the focus. */
function Page() {
  useLiveQuery(api.units.names, { projectId: "oak" });
  return (
    <>
      <button type="button" onClick={press}>
        Finish Paint
      </button>
      <QuickParts />
    </>
  );
}

test("the palette takes what is typed before its code has come, and the page nothing of it [QUICK-01]", async () => {
  const arrive = lateParts.hold();
  const { user } = await renderAt(backend, <Page />);
  const button = screen.getByRole("button", { name: "Finish Paint" });
  button.focus();
  await user.keyboard("{Control>}k{/Control}");
  await user.keyboard("late units");
  expect(press).not.toHaveBeenCalled();

  await act(async () => arrive());
  const field = await screen.findByRole("combobox", { name: "Search" });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard(" here");
  expect(field).toHaveProperty("value", "late units here");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("{Control>}k{/Control}");
  expect(await screen.findByRole("combobox", { name: "Search" })).toHaveProperty("value", "");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test("Enter takes what a text finds also where the palette, or what it searches, has not come yet [QUICK-01]", async () => {
  backend.answer(api.projects.list, {}, [projectOf({ id: "oak", name: "Oak Court" })]);
  const arrive = lateParts.hold();
  const { user, history } = await renderAt(backend, <Page />);
  await user.keyboard("{Control>}k{/Control}");
  await user.keyboard("204{Enter}");
  await act(async () => arrive());
  await screen.findByRole("combobox", { name: "Search" });
  expect(history.location.href).toBe("/");

  act(() => backend.answer(api.units.names, { projectId: "oak" }, [{ id: "u204", name: "204" }]));
  backend.answer(api.search.text, { q: "204", limit: 12 }, []);

  await waitFor(() => expect(history.location.href).toContain("unit=u204"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("where the code of a menu cannot come that is said in its place, and Escape leads back [FIELD-02]", async () => {
  const lost = { bring: () => Promise.reject(new Error()), isServerThere: false, cause: null };
  lateParts.way = () => Promise.reject(new PartNotLoaded(lost));
  const { user } = await renderAt(backend, <Page />);
  act(() => quick.set("changes"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("This could not be loaded yet")).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("Ctrl Z works from the beginning [UNDO-01]", async () => {
  lateParts.hold();
  backend.handle(api.undo.recent, () => ({ page: [], continueCursor: null }));
  const { user } = await renderAt(backend, <Page />);
  await user.keyboard("{Control>}z{/Control}");
  expect(await screen.findByText("Nothing to undo in this visit")).toBeVisible();
});
