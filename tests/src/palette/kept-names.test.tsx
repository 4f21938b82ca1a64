import { cleanup, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { QuickParts } from "../../../src/app/quick-parts.tsx";
import { keptAnswers } from "../../../src/lib/answers/kept/kept-answers.ts";
import { keyOf } from "../../../src/lib/answers/question.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { stubIndexedDb } from "../outbox/indexed-db.ts";
import { restoreNetwork, turnNetwork } from "../support/network.ts";
import { projectOf } from "../support/records.ts";
import { renderAt, viewerOf } from "../support/render-at.tsx";

let backend: FakeConvex;

beforeEach(() => {
  stubIndexedDb();
  keptAnswers.begin({ id: "user" });
  backend = new FakeConvex();
  backend.answer(api.projects.list, {}, [
    projectOf({ id: "oak" }),
    projectOf({ id: "elm" }),
    projectOf({ id: "ash", status: "complete" }),
  ]);
  backend.handle(api.units.names, ({ projectId }) => [{ id: `unit of ${projectId}`, name: "101" }]);
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  restoreNetwork();
  await keptAnswers.drop();
});

const show = (at: string) => renderAt(backend, <QuickParts />, { at, viewer: viewerOf() });
const asked = () => backend.calls(api.units.names).map(({ projectId }) => projectId);
const kept = async (projectId: string) =>
  (await keptAnswers.read(keyOf("units:names", { projectId })))?.answer;

test("a device stores the units of a visited project, for a search and a photo without a network [QUICK-01] [FIELD-02] [CAM-01]", async () => {
  await show("/projects/oak/units");
  await waitFor(async () =>
    expect(await kept("oak")).toEqual([{ id: "unit of oak", name: "101" }]),
  );
  expect(asked()).toEqual(["oak"]);
});

test("a device stores the units of all active projects from the board of all, and again after five minutes [QUICK-01] [FIELD-02]", async () => {
  await show("/board");
  await waitFor(() => expect(asked()).toEqual(["oak", "elm"]));
  await waitFor(async () => expect(await kept("elm")).toBeDefined());
  const now = Date.now();
  const clock = vi.spyOn(Date, "now");
  const comeBack = () => {
    turnNetwork(false);
    turnNetwork(true);
  };

  clock.mockReturnValue(now + 200_000);
  comeBack();
  backend.answer(api.projects.list, {}, [projectOf({ id: "oak" }), projectOf({ id: "new" })]);
  await waitFor(() => expect(asked()).toEqual(["oak", "elm", "new"]));

  clock.mockReturnValue(now + 400_000);
  comeBack();
  await waitFor(() => expect(asked()).toEqual(["oak", "elm", "new", "oak"]));
});

test("a page without units asks for no names of units [QUICK-01]", async () => {
  await show("/reports");
  await waitFor(() => expect(backend.isRead(api.projects.list, {})).toBe(true));
  expect(asked()).toEqual([]);
});
