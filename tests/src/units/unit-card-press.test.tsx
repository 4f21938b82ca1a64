import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { giveSize } from "../support/element-size.ts";
import { holdPhone } from "../support/hold-phone.ts";
import { projectOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("a finger that rests on a unit's card opens its menu and not the unit, also where the browser sends no right click [QUICK-03] [GEN-07]", async () => {
  holdPhone();
  giveSize({ width: 390 });
  const backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({})]);
  backend.answer(api.units.list, { projectId: "project" }, [unitOf({ name: "101" })]);
  const { user, history } = await renderPage(backend, { at: "/projects/project/units" });
  const card = await screen.findByRole("button", { name: "View Details" });
  const finger = { pointerType: "touch", clientX: 10, clientY: 10 };

  vi.useFakeTimers();
  fireEvent.pointerDown(card, finger);
  act(() => void vi.advanceTimersByTime(1000));
  fireEvent.pointerUp(card, finger);
  fireEvent.click(card);
  vi.useRealTimers();

  expect(await screen.findByRole("menu", { name: "Actions for 101" })).toBeVisible();
  expect(history.location.search).toBe("");
  await user.click(screen.getByRole("menuitem", { name: "Select" }));
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(await screen.findByRole("checkbox", { name: "Select 101", checked: true })).toBeVisible();
});
