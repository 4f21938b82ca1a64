import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { answerRecentAct } from "../support/recent-act.ts";
import { projectOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({})]);
  const units = ["101", "102", "103"].map((name) =>
    unitOf({ id: name, name, status: name === "101" ? "not_started" : "completed" }),
  );
  backend.answer(api.units.list, { projectId: "project" }, units);
});
afterEach(cleanup);

const bar = async () => within(await screen.findByRole("region", { name: "Selection" }));

/** The page of units with these selected. */
async function select(...names: string[]) {
  const { user } = await renderPage(backend, { at: "/projects/project/units" });
  for (const name of names) {
    await user.click(await screen.findByRole("checkbox", { name: `Select ${name}` }));
  }
  return user;
}

async function moveOn(user: Awaited<ReturnType<typeof select>>, state: string): Promise<void> {
  await user.click((await bar()).getByRole("button", { name: "State" }));
  await user.click(await screen.findByRole("menuitem", { name: state }));
}

/** Answers an act on many units as one that has changed this many of them. */
function answerChanged(changed: number): void {
  backend.handle(api.units.updateMany, ({ ids }) => ({
    ...{ updated: ids.length, batchId: "batch", items: [] },
  }));
  answerRecentAct(backend, changed, changed === 0 ? "an earlier batch" : undefined);
}

test("records that have the chosen state already are not sent, so their dates stay [QUICK-03] [DETAIL-08]", async () => {
  const user = await select("101", "102", "103");
  answerChanged(1);
  await moveOn(user, "Completed");

  expect(await screen.findByText("1 unit completed")).toBeVisible();
  expect(screen.getByText("2 units are like this already.")).toBeVisible();
  expect(backend.acts(api.units.updateMany)).toEqual([
    { ids: ["101"], set: { status: "completed" } },
  ]);
});

test("an act that changes nothing says so, sends nothing and offers no Undo [QUICK-03] [UNDO-01]", async () => {
  const user = await select("102", "103");
  await moveOn(user, "Completed");

  expect(await screen.findByText("Nothing to change")).toBeVisible();
  expect(screen.getByText("2 units are like this already.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  expect(backend.calls(api.units.updateMany)).toEqual([]);
});

test("an act whose records another person has changed meanwhile says so, and offers no Undo [QUICK-03] [UNDO-01]", async () => {
  const user = await select("101");
  answerChanged(0);
  await moveOn(user, "Completed");

  expect(await screen.findByText("Nothing to change")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("an act whose effect cannot be read tells what was sent, and can be undone [QUICK-03] [UNDO-01]", async () => {
  const user = await select("101", "102", "103");
  answerChanged(2);
  backend.handle(api.undo.recent, () => Promise.reject(new Error("The line is gone")));
  await moveOn(user, "In Progress");

  expect(await screen.findByText("3 units updated")).toBeVisible();
  expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
});

test("a refused deletion leaves its records selected [QUICK-03]", async () => {
  let refuse: (reason: unknown) => void = () => undefined;
  const answer = new Promise((_, reject) => (refuse = reject));
  backend.handle(api.units.removeMany, () => answer);
  const user = await select("101", "103");
  await user.click((await bar()).getByRole("button", { name: "Delete" }));
  await user.click(await screen.findByRole("button", { name: "Delete 2 Units" }));
  await waitFor(() => expect(screen.queryByRole("heading", { name: "101" })).toBeNull());

  act(() => refuse(new ConvexError({ code: "conflict", message: "A unit is busy" })));
  await waitFor(async () =>
    expect((await bar()).getByRole("status").textContent).toBe("2 selected"),
  );
});
