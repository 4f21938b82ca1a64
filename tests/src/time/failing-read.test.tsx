import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { ConnectionBar } from "../../../src/app/connection-bar.tsx";
import { weekRange } from "../../../src/features/time/week/week.ts";
import { cell, dialog, monday, of, projectId, setupTimesheet } from "./timesheet-fixture.ts";

// React and the router write down what a boundary has caught.
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const week = { projectId, ...weekRange(monday) };
const serverError = () => new Error("[Request ID: 1] Server Error");
const banner = () => within(screen.getByTestId("bar")).getByRole("status").textContent;

/** Opens a timesheet, types part of an entry, and lets the query of its rows fail. */
async function typeAndFail() {
  const timesheet = setupTimesheet();
  const { backend, answer, show } = timesheet;
  answer([of({ id: "a", description: "Floors" })]);
  const { user } = await show();
  render(<div data-testid="bar">{backend.wrap(<ConnectionBar />)}</div>);
  await user.click(cell(0, 1));
  await screen.findByRole("dialog");
  await user.type(dialog().getByLabelText("Description"), "Wal");
  act(() => backend.answer(api.timeEntries.list, week, serverError()));
  return { ...timesheet, user };
}

test("a half-typed time entry stays when the rows fail, can be finished and saved [OP-52] [API-53]", async () => {
  const { backend, answer, user } = await typeAndFail();
  expect(dialog().getByLabelText("Description")).toHaveProperty("value", "Wal");
  expect(banner()).toContain("not up to date");
  expect(cell(0, 0).textContent).toContain("8.0");

  await user.type(dialog().getByLabelText("Description"), "ls");
  const saved = of({ id: "b", date: "2026-03-03T12:00:00.000Z", description: "Walls" });
  backend.handle(api.timeEntries.create, () => {
    answer([of({ id: "a" }), saved]);
    return saved;
  });
  await user.click(dialog().getByRole("button", { name: "Add Time Entry" }));

  await screen.findByText("Time entry created successfully");
  await waitFor(() =>
    expect(backend.acts(api.timeEntries.create)).toMatchObject([{ description: "Walls" }]),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(cell(0, 1).textContent).toContain("8.0");
  expect(banner()).toBe("");
});

test("trying again from the bar leaves the dialog open with its text [OP-52]", async () => {
  const { backend } = await typeAndFail();
  backend.answerAnew(api.timeEntries.list, week, []);
  const again = screen.getByRole("button", { name: "Try again" });

  fireEvent.pointerDown(again);
  fireEvent.mouseDown(again);
  fireEvent.click(again);

  await waitFor(() => expect(banner()).toBe(""));
  await act(async () => await new Promise((done) => setTimeout(done)));
  expect(dialog().getByLabelText("Description")).toHaveProperty("value", "Wal");
  expect(cell(0, 0).textContent).toBe("");
});

test("rows that could never be read take the page, which can be asked for again [OP-52]", async () => {
  const { backend, show } = setupTimesheet();
  backend.answer(api.timeEntries.list, week, serverError());
  const { user } = await show();
  expect(screen.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();

  backend.answer(api.timeEntries.list, week, []);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Weekly Timesheet" })).toBeVisible();
});

test("rows that fail are read again by themselves, as nobody may stand at the screen [OP-52]", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { backend } = await typeAndFail();
  backend.answerAnew(api.timeEntries.list, week, []);
  expect(banner()).toContain("not up to date");

  act(() => void vi.advanceTimersByTime(30_000));

  await waitFor(() => expect(banner()).toBe(""));
});

test("a page whose rows could never be read is there again by itself [OP-52]", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { backend, show } = setupTimesheet();
  backend.answer(api.timeEntries.list, week, serverError());
  await show();
  backend.answer(api.timeEntries.list, week, []);
  expect(screen.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();

  act(() => void vi.advanceTimersByTime(30_000));

  expect(await screen.findByRole("heading", { name: "Weekly Timesheet" })).toBeVisible();
});
