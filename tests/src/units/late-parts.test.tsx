import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { useUnitPanels } from "../../../src/app/unit-panels.tsx";
import { useLiveQuery } from "../../../src/hooks/reads/use-live-query.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { projectOf, templateOf, unitOf } from "../support/records.ts";
import { renderAt } from "../support/render-at.tsx";
import { renderPage } from "../support/render-page.tsx";

const brought = vi.hoisted(() => vi.fn());
vi.mock("../../../src/components/ui/calendar-panel.tsx", async (importOriginal) => {
  brought();
  return await importOriginal();
});
afterEach(cleanup);

function Units() {
  useUnitPanels();
  return <p>{useLiveQuery(api.units.names, { projectId: "oak" })?.length}</p>;
}

test("the calendar comes with the parts of a unit, behind the first answers: dates are changed without a network too [FIELD-03]", async () => {
  const backend = new FakeConvex();
  await renderAt(backend, <Units />);
  expect(brought).not.toHaveBeenCalled();
  act(() => backend.answer(api.units.names, { projectId: "oak" }, []));
  await waitFor(() => expect(brought).toHaveBeenCalledOnce());
});

/** The units page with one card, as a touch screen shows it. */
async function showOnTouchScreen() {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) => {
    const media = matchMedia(query);
    vi.spyOn(media, "matches", "get").mockReturnValue(query.includes("(pointer: coarse)"));
    return media;
  });
  const backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({})]);
  backend.answer(api.units.list, { projectId: "project" }, [unitOf({ name: "101" })]);
  const { user } = await renderPage(backend, { at: "/projects/project/units" });
  const button = await screen.findByRole("button", { name: "Actions for 101" });
  const choose = async (item: string) => {
    await user.click(button);
    await user.click(await screen.findByRole("menuitem", { name: item }));
  };
  return { backend, user, button, choose };
}

test.each([
  ["View Details", "dialog"],
  ["View Photos", "dialog"],
  ["Assign Tasks", "dialog"],
  ["Delete Unit", "alertdialog"],
])(
  "the focus returns to the menu of a unit's card after what %j opened [GEN-07]",
  async (item, role) => {
    const { user, button, choose } = await showOnTouchScreen();
    await choose(item);
    await screen.findByRole(role);

    await user.keyboard("{Escape}");

    await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  },
);

test("the list of tasks to assign takes the focus when it comes after its dialog [GEN-07]", async () => {
  const { backend, choose } = await showOnTouchScreen();
  await choose("Assign Tasks");
  expect(document.activeElement).toBe(await screen.findByRole("button", { name: "Close" }));

  await act(async () => {
    backend.answer(api.taskTemplates.list, {}, [templateOf({ name: "Paint" })]);
    backend.answer(api.tasks.list, { unitId: "unit" }, []);
  });

  const all = await screen.findByRole("checkbox", { name: "Select All Tasks (1)" });
  expect(document.activeElement).toBe(all);
});
