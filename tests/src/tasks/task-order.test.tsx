import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { taskOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";
import { moveToLast } from "../support/move-row.ts";
import { stackRows } from "../support/stacked-rows.ts";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.units.list, { projectId: "project" }, [unitOf({})]);
  backend.answer(api.tasks.list, { unitId: "unit" }, [
    taskOf({ id: "a", name: "Keys" }),
    taskOf({ id: "b", name: "Paint" }),
  ]);
  stackRows();
});
afterEach(cleanup);

const show = async () =>
  await renderPage(backend, { at: "/projects/project/units?unit=unit&tab=tasks" });

const taskNames = () =>
  screen.queryAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);

test("a task is moved by keyboard and is in its new place at once [DATA-20]", async () => {
  const { user } = await show();
  screen.getByRole("button", { name: "Reorder Keys" }).focus();
  await user.keyboard("[Space]");
  await screen.findByText("Picked up Keys, position 1 of 2.");
  await moveToLast(user, "Keys is at position 2 of 2.");
  await user.keyboard("[Space]");

  await waitFor(() => expect(taskNames()).toEqual(["Paint", "Keys"]));
  expect(backend.calls(api.tasks.reorder)).toEqual([{ unitId: "unit", taskIds: ["b", "a"] }]);
});

test("Escape puts a picked up task back and leaves the dialog open [DATA-20]", async () => {
  const { user } = await show();
  screen.getByRole("button", { name: "Reorder Keys" }).focus();
  await user.keyboard("[Space]");
  await screen.findByText("Picked up Keys, position 1 of 2.");
  await user.keyboard("[Escape]");

  await screen.findByText("Keys was put back.");
  expect(screen.getByRole("dialog")).toBeVisible();
  expect(backend.sent).toEqual([]);
});

test("only the whole list can be put in order [DATA-20]", async () => {
  const { user } = await show();
  expect(screen.getAllByRole("button", { name: /^Reorder/ })).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Not Started (2)" }));
  expect(screen.queryAllByRole("button", { name: /^Reorder/ })).toHaveLength(0);
});
