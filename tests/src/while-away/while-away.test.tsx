import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { MyDayPage } from "../../../src/features/my-day/my-day-page.tsx";
import { WhileAwayPlace } from "../../../src/features/while-away/while-away-place.tsx";
import { visits } from "../../../src/lib/device/visits.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { restoreNetwork, turnNetwork } from "../support/network.ts";
import { renderAt } from "../support/render-at.tsx";
import { changedTask } from "../support/told-events.ts";

const hour = 3_600_000;
const now = Date.parse("2036-03-02T08:00:00Z");

let backend: FakeConvex;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  backend = new FakeConvex();
  const none = { overdue: [], dueToday: [], nextSevenDays: [], blocked: [], noDate: [] };
  backend.answer(api.myDay.mine, {}, { ...none, today: "2036-03-02T12:00:00.000Z" });
  backend.answer(api.myDay.people, {}, []);
});
afterEach(() => {
  cleanup();
  restoreNetwork();
  vi.useRealTimers();
});

function answer(since: number, label: string | null) {
  const event = {
    ...{ id: "one", at: new Date(now).toISOString(), madeAt: null, kind: "task.removed", label },
    ...{ userId: "sam", userName: "Sam", projectId: "oak", projectName: "Oak Court" },
    ...{ unitId: "u", unitName: "204", recordId: "task", count: null, changes: [] },
    ...{ overtaken: null, batchId: null, undoneAt: null, undoes: null, isRedo: false },
  };
  backend.handle(api.history.whileAway, (asked) => {
    expect(asked).toEqual({ since: new Date(since).toISOString(), cursor: null, limit: 100 });
    return { page: label === null ? [] : [event], continueCursor: null };
  });
}

/** Records a visit of the page's person only. */
function visit(at: number) {
  visits.note("user", at);
}

const show = async () =>
  await renderAt(backend, <MyDayPage notice={<WhileAwayPlace />} />, { at: "/my-day" });
const list = () => screen.queryByRole("region", { name: "While you were away" });

test("a first visit and one after a short absence have no list [HIST-02]", async () => {
  visit(now - hour);
  visit(now);
  await show();

  expect(await screen.findByText("Nothing to do today")).toBeVisible();
  expect(list()).toBeNull();
  expect(backend.calls(api.history.whileAway)).toEqual([]);
});

test("after four hours others' changes are told until they are dismissed [HIST-02]", async () => {
  visit(now - 5 * hour);
  visit(now);
  answer(now - 5 * hour, "Paint");
  const { user } = await show();

  expect(await screen.findByText("Sam deleted Paint")).toBeVisible();
  expect(screen.getByRole("link", { name: "204" }).getAttribute("href")).toBe(
    "/projects/oak/units?unit=u&tab=history&from=2036-03-02",
  );
  visit(now + hour);
  expect(list()).not.toBeNull();

  await user.click(screen.getByRole("button", { name: /Dismiss/ }));
  expect(list()).toBeNull();
  visit(now + 2 * hour);
  expect(list()).toBeNull();
});

test("an absence in which nothing happened is not told [HIST-02]", async () => {
  visit(now + 10 * hour);
  answer(now + 2 * hour, null);
  await show();

  await waitFor(() => expect(backend.calls(api.history.whileAway)).toHaveLength(1));
  await waitFor(() => expect(list()).toBeNull());
  expect(visits.snapshot()["user"]?.awaySince).toBeUndefined();
});

test("each person of a device has absences of their own [HIST-02]", () => {
  visits.note("ann", now);
  visits.note("ben", now + 9 * hour);

  expect(visits.snapshot()["ben"]).toEqual({ seenAt: now + 9 * hour });
  visits.note("ann", now + 9 * hour);
  expect(visits.snapshot()["ann"]).toEqual({ seenAt: now + 9 * hour, awaySince: now });
});

test("an act on many records opens to its events, each with its unit [HIST-02]", async () => {
  visit(now - 5 * hour);
  visit(now);
  const due = { field: "dueDate", to: "2036-03-05T12:00:00.000Z" };
  const page = ["1", "2", "3"].map((task) =>
    changedTask(task, due, { batchId: "batch", unitId: `u${task}`, unitName: `20${task}` }),
  );
  backend.handle(api.history.whileAway, () => ({ page, continueCursor: null }));
  const { user } = await show();

  const line = await screen.findByRole("button", {
    name: "Sam set the due day of 3 tasks to Mar 5 in 3 units",
  });
  expect(screen.queryByText(/Task 1/)).toBeNull();
  line.focus();
  await user.keyboard("{Enter}");
  expect(screen.getByText("Set the due day of Task 1 to Mar 5").parentElement?.textContent).toMatch(
    / in 201$/,
  );
  await user.keyboard("{Enter}");
  expect(screen.queryByText(/Task 1/)).toBeNull();
});

test("a place with much shows three lines, and the others when asked [HIST-02]", async () => {
  visit(now - 5 * hour);
  visit(now);
  const page = ["ann", "ben", "cat", "dan", "eve"].map((userId) =>
    changedTask(userId, { field: "status", to: "completed" }, { userId, userName: userId }),
  );
  backend.handle(api.history.whileAway, () => ({ page, continueCursor: null }));
  const { user } = await show();

  await user.click(await screen.findByRole("button", { name: "Show 2 more of 204" }));

  expect(screen.getByText("eve moved Task eve to completed")).toBeVisible();
  expect(screen.queryByRole("button", { name: /more of 204/ })).toBeNull();
  expect(document.activeElement?.textContent).toContain("eve moved Task eve to completed");
});

test("a failed read says so in the list, nothing else fails, and another try tells [HIST-02] [GEN-07]", async () => {
  visit(now - 5 * hour);
  visit(now);
  backend.handle(api.history.whileAway, () => {
    throw new Error("Server Error");
  });
  const { user } = await show();

  expect(await screen.findByText("They could not be read.")).toBeVisible();
  expect(list()).not.toBeNull();
  expect(screen.getByText("Nothing to do today")).toBeVisible();

  answer(now - 5 * hour, "Paint");
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Sam deleted Paint")).toBeVisible();
  expect(screen.queryByText("They could not be read.")).toBeNull();
});

test("without a network the list says what it waits for, and tells it when the network is back [HIST-02] [FIELD-02]", async () => {
  visit(now - 5 * hour);
  visit(now);
  let send = () => undefined as void;
  backend.handle(
    api.history.whileAway,
    () =>
      new Promise((resolve) => {
        send = () =>
          resolve({
            page: [changedTask("Paint", { field: "status", to: "completed" })],
            continueCursor: null,
          });
      }),
  );
  turnNetwork(false);
  await show();
  expect(await screen.findByText("They come with the network.")).toBeVisible();

  turnNetwork(true);
  send();
  expect(await screen.findByText(/moved Task Paint to completed/)).toBeVisible();
});
