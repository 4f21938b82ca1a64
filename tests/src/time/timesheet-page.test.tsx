import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { todayHere, weekRange } from "../../../src/features/time/week/week.ts";
import { toastStore } from "../../../src/lib/toast-store.ts";
import { cell, dialog, monday, of, projectId, setupTimesheet } from "./timesheet-fixture.ts";

afterEach(cleanup);

const texts = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);
const rowNames = () => texts("rowheader");
const summary = () =>
  within(screen.getByRole("region", { name: "Weekly Summary" }))
    .getAllByRole("definition")
    .map(({ textContent }) => textContent);

test("one row for each team member, a column for each day and a total [TIME-01, TIME-02]", async () => {
  const { show } = setupTimesheet();
  await show();

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Weekly Timesheet");
  expect(texts("columnheader")).toEqual([
    ...["Team Member", "MonMar 2", "TueMar 3", "WedMar 4", "ThuMar 5", "FriMar 6"],
    ...["SatMar 7", "SunMar 8", "Total"],
  ]);
  expect(rowNames()).toEqual(["Ana SilvaPainter", "Ben ItoCrew Member", "Total"]);
});

test("hours that are not known yet are no zeros, in the grid and day by day [TIME-10] [FIELD-02]", async () => {
  const { backend, show } = setupTimesheet();
  backend.answer(api.timeEntries.list, { projectId, ...weekRange(monday) }, undefined);
  await show();
  const totals = screen.getAllByRole("row").map((row) => row.lastElementChild?.textContent);
  expect(totals).toEqual(["Total", "–", "–", "–"]);

  cleanup();
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: true }));
  await show();
  expect(screen.getByRole("button", { name: /^Mon.*– hours$/ })).toBeVisible();
  expect(screen.queryByText("0.0")).toBeNull();
});

test("weekend columns are shaded [TIME-06]", async () => {
  const { show } = setupTimesheet();
  await show();
  const shaded = [0, 1, 2, 3, 4, 5, 6].map((at) => cell(0, at).className.includes("bg-sunken"));

  expect(shaded).toEqual([false, false, false, false, false, true, true]);
});

test("entries, totals and the summary agree; an open shift is marked [TIME-10, TIME-12, TIME-17]", async () => {
  const { answer, show } = setupTimesheet();
  answer([
    of({ id: "a", unitId: "u1" }),
    of({ id: "b", startTime: "2026-03-02T17:00:00.000Z", totalHours: "0.33" }),
    of({ id: "c", teamMemberId: "ben", date: "2026-03-08T12:00:00.000Z", totalHours: "7.50" }),
    of({ id: "d", date: "2026-03-03T12:00:00.000Z", endTime: null, totalHours: null }),
  ]);
  await show();

  const hours = within(cell(0, 0)).getAllByRole("button");
  expect(hours.map((one) => one.textContent?.slice(0, 3))).toEqual(["8.0", "0.3"]);
  expect(hours[0]?.textContent).toContain("101");
  expect(within(cell(0, 1)).getByRole("button").textContent).toContain("Incomplete");
  expect(within(cell(0, 1)).getByRole("button").className).toContain("warning");
  expect([...(cell(0, 1).querySelector("svg")?.classList ?? [])]).toContain("text-warning");
  const [anaRow, benRow, totals] = screen.getAllByRole("row").slice(1);
  expect(anaRow?.lastElementChild?.textContent).toBe("8.3");
  expect(benRow?.lastElementChild?.textContent).toBe("7.5");
  expect(totals?.lastElementChild?.textContent).toBe("15.8");
  expect(totals?.children[1]?.textContent).toBe("Mon, Mar 2: 8.3");
  expect(summary()).toEqual(["2", "4", "15.8"]);
  expect(screen.getByText("1 incomplete entry")).toBeVisible();
});

test("whoever has an entry has a row: off the team, and without a member by the recording user [OP-35]", async () => {
  const { answer, show } = setupTimesheet();
  answer(
    [
      of({ id: "a", teamMemberId: "gone" }),
      of({ id: "b", teamMemberId: null, userId: "sue" }),
      of({ id: "c", teamMemberId: null, userId: "user" }),
    ],
    {
      people: {
        members: [{ id: "gone", name: "Carl Off" }],
        users: [{ id: "sue", name: "Sue Pervisor" }],
      },
    },
  );
  const { user } = await show();

  expect(rowNames()).toEqual([
    ...["Ana SilvaPainter", "Ben ItoCrew Member", "Carl OffNot on this project's team"],
    ...["Mia WolfYou, not as a team member", "Sue PervisorRecorded without a team member", "Total"],
  ]);
  // A supervisor may not record time for other users.
  await user.click(cell(4, 1));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("right-click opens the earliest entry of a cell, and adds in an empty one [TIME-08, OP-35]", async () => {
  const { answer, show } = setupTimesheet();
  answer([
    of({ id: "late", startTime: "2026-03-02T11:00:00.000Z", description: "late" }),
    of({ id: "early" }),
  ]);
  const { user, history } = await show();

  fireEvent.contextMenu(cell(0, 0));
  await screen.findByRole("dialog", { name: "Edit Time Entry" });
  expect(history.location.search).toContain("entry=early");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.contextMenu(cell(1, 0));
  expect(await screen.findByRole("dialog", { name: "Add Time Entry" })).toBeVisible();
});

test("the current week comes first; the buttons move by a week and back [TIME-04, TIME-05]", async () => {
  const { show } = setupTimesheet();
  const { user, history } = await show("");
  const today = () =>
    screen
      .getAllByRole("columnheader")
      .filter((header) => header.getAttribute("aria-current") === "date");
  expect(today()).toHaveLength(1);

  await user.click(screen.getByRole("button", { name: "Next" }));
  await waitFor(() => expect(today()).toHaveLength(0));
  await user.click(screen.getByRole("button", { name: "Current Week" }));
  await waitFor(() => expect(today()).toHaveLength(1));
  expect(history.location.search).toBe("");
  expect(today()[0]?.textContent).toContain("today");
  await user.click(screen.getByRole("button", { name: "Previous" }));
  await waitFor(() => expect(history.location.search).toMatch(/^\?week=\d{4}-\d\d-\d\d$/));
  expect(history.location.search < `?week=${todayHere()}`).toBe(true);
});

test("a week beside the shown one that cannot be read leaves the shown one alone [TIME-04]", async () => {
  const { backend, show } = setupTimesheet();
  for (const week of ["2026-02-23", "2026-03-09"]) {
    const range = { projectId, ...weekRange(week) };
    backend.answer(api.timeEntries.list, range, new Error("Server Error"));
  }
  await show();
  expect(rowNames()).toContain("Total");
});

test("the grid is used by keyboard [OP-35]", async () => {
  const { answer, show } = setupTimesheet();
  answer([of({ id: "a", date: "2026-03-03T12:00:00.000Z" })]);
  const { user, history } = await show();
  const focused = () => document.activeElement?.getAttribute("data-place");
  cell(0, 0).focus();

  for (const [key, place] of [
    ...[
      ["{ArrowRight}", "0:1"],
      ["{ArrowDown}", "1:1"],
      ["{ArrowDown}", "1:1"],
      ["{End}", "1:6"],
    ],
    ...[
      ["{ArrowRight}", "1:6"],
      ["{Home}", "1:0"],
      ["{ArrowUp}", "0:0"],
      ["{ArrowLeft}", "0:0"],
    ],
    ...[
      ["{Control>}{End}{/Control}", "1:6"],
      ["{Control>}{Home}{/Control}", "0:0"],
    ],
  ] as const) {
    await user.keyboard(key ?? "");
    expect([key, focused()]).toEqual([key, place]);
  }
  expect(document.querySelectorAll('[data-place][tabindex="0"]')).toHaveLength(1);
  await user.keyboard("{ArrowRight}{Tab}");
  expect(document.activeElement?.getAttribute("data-entry")).toBe("a");
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog", { name: "Edit Time Entry" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  cell(0, 0).focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog", { name: "Add Time Entry" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  cell(0, 0).focus();
  await user.keyboard("{PageDown}");
  await waitFor(() => expect(history.location.search).toBe("?week=2026-03-09"));
});

test("entries of other people appear at once, and an entry that is deleted stays open [OP-35]", async () => {
  const { answer, show } = setupTimesheet();
  answer([of({ id: "a" })]);
  await show(`?week=${monday}&entry=a`);
  await screen.findByRole("dialog", { name: "Edit Time Entry" });

  answer([of({ id: "b", teamMemberId: "ben", totalHours: "5.00" })]);

  await waitFor(() => expect(cell(1, 0).textContent).toContain("5.0"));
  expect(screen.getByRole("dialog", { name: "Edit Time Entry" })).toBeVisible();
});

test("a project without a team says what to do, and one's own time can be recorded [TIME-02]", async () => {
  const { backend, answer, show } = setupTimesheet();
  answer([], { team: [] });
  const { user } = await show();
  expect(screen.getByText("No team members yet")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Add Time Entry" }));
  await user.click(dialog().getByRole("button", { name: "Add Time Entry" }));

  expect(await dialog().findByText("Please choose a team member")).toBeVisible();
  expect(backend.sent).toEqual([]);
});

test("in a narrow window the week is a list of days [TIME-02]", async () => {
  const { answer, show } = setupTimesheet();
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: true }));
  answer([of({ id: "a", date: "2026-03-03T12:00:00.000Z" })]);
  const { user } = await show();
  expect(screen.queryByRole("grid")).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Tue/ }));
  await user.click(screen.getByRole("button", { name: /^8\.0/ }));
  await screen.findByRole("dialog", { name: "Edit Time Entry" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Add time for Ben Ito" }));

  expect(dialog().getByRole("button", { name: "Date: Mar 3, 2026" })).toBeVisible();
});

test("a link to an entry of another week opens that week and the entry; one to a deleted entry says so [TIME-09] [GEN-07]", async () => {
  const { backend, answer, show } = setupTimesheet();
  const entry = of({ id: "a", description: "Sanding" });
  answer([entry]);
  const empty = { projectId, ...weekRange("2026-03-09") };
  backend.answer(api.timeEntries.list, empty, []);
  backend.answer(api.timeEntries.people, empty, { members: [], users: [] });
  backend.handle(api.timeEntries.page, ({ cursor }) =>
    cursor === "next"
      ? { page: [entry], isDone: true, continueCursor: "end" }
      : { page: [of({ id: "b" })], isDone: false, continueCursor: "next" },
  );
  const { history } = await show("?week=2026-03-09&entry=a");

  expect(await screen.findByRole("dialog", { name: /Time Entry/ })).toBeVisible();
  expect(dialog().getByRole("textbox", { name: "Description" })).toHaveProperty("value", "Sanding");
  expect(new URLSearchParams(history.location.search).get("week")).toBe(monday);

  cleanup();
  const gone = await show("?week=2026-03-09&entry=gone");
  await waitFor(() => expect(gone.history.location.search).toBe("?week=2026-03-09"));
  expect(toastStore.snapshot()[0]?.title).toBe("Time entry not found");
});
