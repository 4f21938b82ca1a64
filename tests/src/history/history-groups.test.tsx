import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { HistoryEvent } from "../../../src/lib/history/history-event.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderPage } from "../support/render-page.tsx";
import { changedTask } from "../support/told-events.ts";

const projectId = "oak";
const at = "/projects/oak/history";
const first = { projectId, cursor: null, limit: 50 };

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.people.list, {}, [{ id: "sam", firstName: "Sam", lastName: "Hill" }]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const done = { field: "status", from: "in_progress", to: "completed" };

/** Ticks of tasks in two units, as one act. */
const act = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, index) =>
    changedTask(String(index), done, {
      ...{ batchId: "batch", unitId: `u${String(index % 2)}`, unitName: `20${String(index % 2)}` },
      ...fields,
    }),
  );

const answer = (page: HistoryEvent[], continueCursor: string | null = null) =>
  backend.answer(api.history.ofProject, first, { page, continueCursor });

/** Returns the lines of the days without the content of opened ones. */
const lines = () => {
  const [list] = screen.getAllByRole("list").filter((item) => item.matches("section > ol"));
  return [...(list?.children ?? [])].map((line) => line.textContent);
};

test("an act on many records is a line that opens to its events and closes again [HIST-01]", async () => {
  answer([...act(48), changedTask("other", done)]);
  const { user } = await renderPage(backend, { at });

  const button = await screen.findByRole("button", { name: "Show 48 changes" });
  expect(lines()).toHaveLength(2);
  expect(lines()[0]).toContain("Sam moved 48 tasks to completed in 2 units");
  expect(button.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByText(/moved Task 0/)).toBeNull();

  button.focus();
  await user.keyboard("{Enter}");
  const list = document.getElementById(button.getAttribute("aria-controls") ?? "");
  expect(within(list as HTMLElement).getAllByText(/moved Task \d+ to completed/)).toHaveLength(48);
  expect(within(list as HTMLElement).getAllByRole("link", { name: "201" })).toHaveLength(24);
  await user.keyboard(" ");
  expect(button.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByText(/moved Task 0/)).toBeNull();
});

test("an act of one unit leads to it, and says how much of it was taken back [HIST-01]", async () => {
  const undoneAt = "2026-03-02T11:00:00.000Z";
  const place = { unitId: "u0", unitName: "200" };
  answer([
    ...act(2, { ...place, batchId: "part" }),
    ...act(1, { ...place, batchId: "part", undoneAt }),
    ...act(2, { ...place, batchId: "whole", undoneAt }),
  ]);
  await renderPage(backend, { at });

  expect(await screen.findAllByRole("link", { name: "200" })).toHaveLength(2);
  expect(lines()[0]).toContain("1 of them undone");
  expect(lines()[1]).toContain("Undone");
});

test("a line that is open stays open when another event joins it [HIST-01]", async () => {
  const run = act(4, { batchId: null, unitId: "u", unitName: "204" });
  answer(run);
  const { user } = await renderPage(backend, { at });
  await user.click(await screen.findByRole("button", { name: "Show 4 changes" }));

  answer([...act(1, { batchId: null, unitId: "u", unitName: "204" }), ...run]);

  const hide = await screen.findByRole("button", { name: "Hide 5 changes" });
  expect(document.activeElement).toBe(hide);
  expect(screen.getAllByText(/moved Task \d to completed/)).toHaveLength(5);
});

test("a line whose events go on upon the next page says so, and holds them once they are read [HIST-01]", async () => {
  const [newer, older] = [act(50), act(10)];
  answer(newer, "a");
  const { user } = await renderPage(backend, { at });
  await screen.findByRole("button", { name: "Show 50 changes so far" });

  const kept = { projectId, cursor: null, through: "a" };
  backend.answer(api.history.ofProject, kept, { page: newer, continueCursor: "a" });
  const next = { projectId, cursor: "a", limit: 50 };
  backend.answer(api.history.ofProject, next, { page: older, continueCursor: null });
  await user.click(screen.getByRole("button", { name: "Show Earlier Changes" }));

  await screen.findByRole("button", { name: "Show 60 changes" });
  expect(lines()).toHaveLength(1);
});

test("a run tells when it began and when it ended [HIST-01]", async () => {
  const run = [0, 1, 2, 3].map((minute) =>
    changedTask(String(minute), done, { at: new Date(2026, 2, 2, 10, 20 - minute).toISOString() }),
  );
  answer(run);
  await renderPage(backend, { at });

  await screen.findByRole("button", { name: "Show 4 changes from 10:17 AM to 10:20 AM" });
});

test("a history that loads holds its place, one without events says so [HIST-01]", async () => {
  await renderPage(backend, { at });
  await waitFor(() => expect(document.querySelector("[aria-busy]")).not.toBeNull());

  answer([]);

  expect(await screen.findByText("No changes yet")).toBeVisible();
  expect(document.querySelector("[aria-busy]")).toBeNull();
  expect(screen.queryByRole("button", { name: "Clear Filters" })).toBeNull();
});

test("a history that cannot be read leaves its filters and can be tried again [HIST-01]", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  backend.answer(api.history.ofProject, first, new Error("Server Error"));
  const { user } = await renderPage(backend, { at });

  const again = await screen.findByRole("button", { name: /try again/i });
  expect(screen.getByText(/The history/)).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Who" })).toBeVisible();
  answer([changedTask("1", done)]);
  await user.click(again);
  expect(await screen.findByText(/moved Task 1/)).toBeVisible();
});
