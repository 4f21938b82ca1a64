import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Risk } from "../../../convex/rules/labels.ts";
import { api } from "../../../convex/_generated/api.js";
import { drawings } from "../../../src/lib/answers/drawings.ts";
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

  // The whole list is no longer watched.
  serve([]);
  act(() => servePage(1, [{ ...units[29]!, name: "Last" }]));
  await user.type(screen.getByRole("searchbox"), "Last");

  const headings = () =>
    screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  await waitFor(() => expect(headings()).toEqual(["Last"]));
});

test("the first units render in slices, and later changes at once [UNIT-01]", async () => {
  const backend = new FakeConvex();
  await renderPage(backend, { at: "/projects/project/units" });
  const counts: number[] = [];
  drawings.subscribe(() => counts.push(drawings.snapshot()));
  const serve = (name: string) =>
    act(() =>
      backend.answer(api.units.list, { projectId: "project" }, [unitOf({ id: "a", name })]),
    );
  serve("101");
  expect(await screen.findByRole("heading", { name: "101" })).toBeVisible();
  expect(counts).toEqual([1, 0]);

  serve("102");
  expect(screen.getByRole("heading", { name: "102" })).toBeVisible();
  expect(counts).toEqual([1, 0]);
});

test("on a wish the most urgent units come first, without floors, and the wish stands in the address; Enter opens the first of those in sight [FIND-02] [FIND-03]", async () => {
  const backend = new FakeConvex();
  const planned = (name: string, risk: Risk, readyByDate: string | null = null) => {
    const unit = unitOf({ id: name, name, readyByDate });
    return { ...unit, turn: { ...unit.turn, risk } };
  };
  backend.answer(api.units.list, { projectId: "project" }, [
    ...[planned("201", "late", "2026-03-02T12:00:00.000Z"), planned("202", "at_risk")],
    ...[planned("101", "on_track", "2026-03-20T12:00:00.000Z"), planned("102", "no_date")],
    planned("203", "late", "2026-03-01T12:00:00.000Z"),
  ]);
  const { user, history } = await renderPage(backend, { at: "/projects/project/units" });
  const headings = (level: number) =>
    screen.queryAllByRole("heading", { level }).map(({ textContent }) => textContent);
  expect(await screen.findByText("Floor 2")).toBeVisible();
  const inOrder = headings(2);
  expect(inOrder.slice(0, 2)).toEqual(["101", "102"]);

  const button = screen.getByRole("button", { name: "Most urgent first", pressed: false });
  await user.click(button);

  expect(headings(2)).toEqual(["203", "201", "202", "101", "102"]);
  expect(history.location.search).toBe("?sort=risk");
  await user.click(screen.getByRole("button", { name: "Most urgent first", pressed: true }));
  expect(headings(2)).toEqual(inOrder);
  expect(history.location.search).toBe("");

  // The first card in sight, which is not the unit that was entered first.
  await user.type(screen.getByRole("searchbox"), "{Enter}");
  await waitFor(() => expect(history.location.search).toBe(`?unit=${encodeURIComponent('"101"')}`));
});
