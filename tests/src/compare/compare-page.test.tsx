import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { photoOf, projectPhotoOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

const projectId = "project";
const before = projectPhotoOf({ id: "b", type: "before", caption: "Bath", unitName: "101" });
const after = projectPhotoOf({
  ...{ id: "a", type: "completion", photoDate: "2026-03-09T12:00:00.000Z", unitName: "101" },
  ...{ taskName: "Paint walls", uploadedByName: "Bo Berg" },
});

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  for (const photo of [before, after])
    backend.answer(api.photos.get, { projectId, photoId: photo.id }, photo);
});
afterEach(cleanup);

/** Answers the queries for the newest photo of each stage; null means none. */
function answerNewest(photos: (typeof before | null)[]): void {
  for (const [at, type] of (["before", "completion"] as const).entries()) {
    const page = photos[at] ? [photos[at]] : [];
    const asked = { projectId, unitId: "unit", type, limit: 1 };
    backend.answer(api.photos.ofProject, asked, { page, continueCursor: null });
  }
}

const at = (search: string) => `/projects/project/compare?${search}`;
const sides = () => screen.findAllByRole("figure");

test("a unit's newest photos from before and after the work are the pair, with stage, day, task and person [COMPARE-01]", async () => {
  answerNewest([before, after]);
  await renderPage(backend, { at: at("unit=unit&mode=side") });

  const [left, right] = await sides();
  if (!left || !right) throw new Error("There are two sides");
  expect(within(left).getByRole("img", { name: "Bath, 101" })).toBeVisible();
  expect(left.textContent).toContain("BeforeMar 2, 2026");
  expect(right.textContent).toContain("CompletionMar 9, 2026");
  expect(right.textContent).toContain("101 · Paint walls · Bo Berg");
  // Each name is read in its own direction.
  expect(right.querySelectorAll("bdi")).toHaveLength(3);
});

test("a task has a pair of its own [COMPARE-01]", async () => {
  for (const photo of [before, after]) {
    const asked = { projectId, taskId: "task", type: photo.type, limit: 1 };
    backend.answer(api.photos.ofProject, asked, { page: [photo], continueCursor: null });
  }
  await renderPage(backend, { at: at("task=task&mode=side") });

  expect((await sides()).map((side) => side.textContent)).toMatchObject([
    expect.stringContaining("Before"),
    expect.stringContaining("Paint walls"),
  ]);
});

test("an address names a pair, which can be swapped and have another photo on a side [COMPARE-01]", async () => {
  const { user, history } = await renderPage(backend, { at: at("left=b&right=a&mode=side") });
  const [left] = await sides();
  expect(left?.textContent).toContain("Before");

  await user.click(screen.getByRole("button", { name: "Swap" }));

  await waitFor(async () => expect((await sides())[0]?.textContent).toContain("Completion"));
  expect(history.location.search).toContain("left=a");
  const change = screen.getByRole("link", { name: /^Choose another photo than Before/ });
  expect(decodeURIComponent(change.getAttribute("href") ?? "")).toContain('pair=["a"]');
});

test("a slider parts two photos, and says what it shows of each [COMPARE-01]", async () => {
  const { user } = await renderPage(backend, { at: at("left=b&right=a") });
  await user.click(await screen.findByRole("button", { name: "Slider" }));
  const slider = await screen.findByRole("slider", { name: "Line between the photos" });
  expect(slider.getAttribute("aria-valuetext")).toBe("50% Before, 50% Completion");

  await user.tab();
  slider.focus();
  await user.keyboard("{ArrowRight}{ArrowRight}{Shift>}{ArrowLeft}{/Shift}");
  expect(slider.getAttribute("aria-valuenow")).toBe("44");
  await user.keyboard("{End}");
  expect(slider.getAttribute("aria-valuetext")).toBe("100% Before, 0% Completion");
});

test.each(["side", "slider"])(
  "a turned photo is turned in a comparison too: %s [CAM-04] [COMPARE-01]",
  async (mode) => {
    answerNewest([{ ...before, rotation: 180 }, after]);
    await renderPage(backend, { at: at(`unit=unit&mode=${mode}`) });
    const images = await screen.findAllByRole("img", { name: /101$/ });
    expect(images.map((image) => image.classList.contains("rotate-180")).toSorted()).toEqual([
      ...[false, true],
    ]);
  },
);

test("under the slider each photo is as large as its shape allows, and none shows beside the other [COMPARE-01]", async () => {
  await renderPage(backend, { at: at("left=b&right=a&mode=slider") });
  const slider = await screen.findByRole("slider");
  const show = (image: HTMLElement, naturalWidth: number, naturalHeight: number) => {
    Object.defineProperties(image, {
      naturalWidth: { value: naturalWidth },
      naturalHeight: { value: naturalHeight },
    });
    fireEvent.load(image);
  };
  const [below, above] = screen.getAllByRole("img").filter(({ tagName }) => tagName === "IMG");
  if (above) show(above, 1200, 400);
  if (below) show(below, 500, 1000);

  const frame = slider.parentElement;
  expect(frame?.style.aspectRatio).toMatch(/^0\.5\b/);
  expect(above?.closest('[style*="clip-path"]')?.className).toContain("bg-sunken");
});

test("both photos are zoomed together [COMPARE-01]", async () => {
  const { user } = await renderPage(backend, { at: at("left=b&right=a&mode=side") });
  await sides();

  await user.click(screen.getByRole("button", { name: "Zoom in" }));

  expect(screen.getByLabelText("Zoom").textContent).toBe("150%");
  const scales = screen
    .getAllByRole("img")
    .map((image) => image.closest<HTMLElement>("[style*=transform]")?.style.transform);
  expect(scales).toEqual(["translate(0px, 0px) scale(1.5)", "translate(0px, 0px) scale(1.5)"]);
});

test("paper gets both photos beside each other [COMPARE-01]", async () => {
  await renderPage(backend, { at: at("left=b&right=a&mode=slider") });
  await screen.findByRole("slider");

  // The browser captures the page when the listeners return: React may not leave the render for later.
  act(() => {
    window.dispatchEvent(new Event("beforeprint"));
    expect(screen.queryByRole("slider")).toBeNull();
  });

  expect(await sides()).toHaveLength(2);
  fireEvent(window, new Event("afterprint"));
  expect(screen.getByRole("slider")).toBeVisible();
});

test("a unit without an after photo has its before photo beside an empty place, one without photos says so [COMPARE-01]", async () => {
  answerNewest([before, null]);
  await renderPage(backend, { at: at("unit=unit") });
  const [, right] = await sides();
  expect(right?.textContent).toContain("No photo yet");
  expect(screen.getByRole("link", { name: "Choose a photo" })).toBeVisible();

  answerNewest([null, null]);
  expect(await screen.findByText("No photos to compare yet")).toBeVisible();
});

test("a deleted photo of a pair is told in words, with a way on [COMPARE-01]", async () => {
  const gone = new ConvexError({ code: "not_found", message: "Photo not found" });
  backend.answer(api.photos.get, { projectId, photoId: "b" }, gone);
  await renderPage(backend, { at: at("left=b&right=a") });

  expect(await screen.findByText("A photo of this pair is no longer here")).toBeVisible();
  expect(screen.getByRole("link", { name: "Choose Photos" })).toBeVisible();
});

test("the photos of a unit lead to its comparison in one tap [COMPARE-01]", async () => {
  answerNewest([before, after]);
  backend.answer(api.units.list, { projectId }, [unitOf({})]);
  backend.answer(api.photos.list, { unitId: "unit" }, [
    photoOf({ id: "b", type: "before" }),
    photoOf({ id: "a", type: "completion" }),
  ]);
  const { user } = await renderPage(backend, {
    at: "/projects/project/units?unit=unit&tab=photos",
  });

  await user.click(await screen.findByRole("link", { name: "Compare Before and After" }));

  expect(await screen.findByRole("heading", { name: "Compare Photos" })).toBeVisible();
});
