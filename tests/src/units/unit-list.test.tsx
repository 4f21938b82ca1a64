import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

afterEach(cleanup);

test("a long list goes on in pages, with what is changed there at once [UNIT-01]", async () => {
  const backend = new FakeConvex();
  const names = Array.from({ length: 30 }, (_, index) => `${101 + index}`);
  const units = names.map((name) => ({ id: name, name, totalTasks: 2, notStartedTasks: 2 }));
  const ranges = [
    { after: 0, through: 25 },
    { after: 25, through: null },
  ];
  backend.handle(api.board.pages, () => ranges);
  const servePage = (at: number, shown: typeof units) =>
    backend.answer(api.units.list, { projectId: "project", ...ranges[at]! }, shown.map(unitOf));
  const serve = (shown: typeof units) =>
    backend.answer(api.units.list, { projectId: "project" }, shown.map(unitOf));
  serve(units);
  const { user } = await renderPage(backend, { at: "/projects/project/units" });
  servePage(0, units.slice(0, 25));
  await act(async () => servePage(1, units.slice(25)));

  // Nobody reads the whole list any more.
  serve([]);
  act(() => servePage(1, [{ ...units[29]!, name: "Last" }]));
  await user.type(screen.getByRole("searchbox"), "Last");

  const headings = () =>
    screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  await waitFor(() => expect(headings()).toEqual(["Last"]));
});
