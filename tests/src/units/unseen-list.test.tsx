import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { answers } from "../../../src/lib/answers/answers.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { projectOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let isWhole: boolean;
beforeEach(() => {
  isWhole = false;
  vi.spyOn(answers, "isWhole").mockImplementation(() => isWhole);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The units page, on a phone or on a desktop, with one unit open. */
async function showUnit({ isPhone }: { isPhone: boolean }) {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) => {
    const media = matchMedia(query);
    vi.spyOn(media, "matches", "get").mockReturnValue(
      isPhone && query.startsWith("(width < 48rem)"),
    );
    return media;
  });
  const backend = new FakeConvex();
  backend.answer(api.company.settings, {}, { timeZone: "UTC" });
  backend.answer(api.projects.list, {}, [projectOf({})]);
  backend.answer(api.units.list, { projectId: "project" }, [unitOf({ id: "a", name: "101" })]);
  const page = await renderPage(backend, { at: "/projects/project/units?unit=a" });
  await screen.findByRole("dialog");
  const answerAll = () => {
    isWhole = true;
    act(() => backend.answer(api.tasks.list, { unitId: "a" }, []));
  };
  return { ...page, answerAll };
}

const card = () => document.querySelector("[data-select=a]");
const isUnseen = () => card()?.closest(".invisible") != null;

test("on a phone the list behind a unit that opens with the page waits for the unit's answers, and is invisible until the unit closes [GEN-07]", async () => {
  const { user, answerAll } = await showUnit({ isPhone: true });
  expect(screen.getByRole("dialog").textContent).toContain("101");
  expect(card()).toBeNull();

  answerAll();
  await waitFor(() => expect(card()).not.toBeNull());
  expect(isUnseen()).toBe(true);

  await user.keyboard("{Escape}");
  await waitFor(() => expect(isUnseen()).toBe(false));
  expect(card()).toBeVisible();
  await user.click(screen.getByRole("button", { name: "View Details" }));
  await screen.findByRole("dialog");
  expect(isUnseen()).toBe(false);
});

test("on a phone the list appears when a unit closes before its answers have arrived [GEN-07]", async () => {
  const { user } = await showUnit({ isPhone: true });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(card()).not.toBeNull());
  expect(isUnseen()).toBe(false);
});

test("on a desktop the list behind a unit that opens with the page waits for nothing [GEN-07]", async () => {
  await showUnit({ isPhone: false });
  expect(card()).not.toBeNull();
  expect(isUnseen()).toBe(false);
});
