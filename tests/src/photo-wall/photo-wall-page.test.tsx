import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { restoreNetwork, turnNetwork } from "../support/network.ts";
import { photoOf, projectPhotoOf, taskOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

const projectId = "project";
const first = { projectId, cursor: null };
const wall = "/projects/project/photos";

const newest = projectPhotoOf({
  ...{ id: "p3", caption: "Sink", type: "completion", unitName: "102", unitId: "other" },
  photoDate: "2026-03-04T12:00:00.000Z",
});
const older = projectPhotoOf({ id: "p2", caption: "Door" });
const oldest = projectPhotoOf({ id: "p1", caption: null, type: "before" });

let backend: FakeConvex;

beforeEach(() => {
  // Dates outside the current year show their year.
  vi.setSystemTime("2026-03-10T12:00:00Z");
  backend = new FakeConvex();
  backend.answer(api.units.names, { projectId }, [{ id: "unit", name: "101" }]);
  backend.answer(api.people.list, {}, [{ id: "ana", firstName: "Ana", lastName: "Silva" }]);
});
afterEach(() => {
  cleanup();
  restoreNetwork();
});

function answer(args: object, photos: (typeof newest)[], continueCursor: string | null = null) {
  backend.answer(api.photos.ofProject, { ...first, ...args }, { page: photos, continueCursor });
}

const tiles = () =>
  within(screen.getByRole("list", { name: "Photos" }))
    .getAllByRole("button")
    .map((tile) => tile.getAttribute("aria-label"));

test("photos stand by their days, newest first, with unit, stage, caption or person [COMPARE-02]", async () => {
  answer({ limit: 100 }, [newest, older, oldest]);
  await renderPage(backend, { at: wall });

  const list = await screen.findByRole("list", { name: "Photos" });
  expect(tiles()).toEqual([
    "Open Sink, 102, Completion",
    "Open Door, 101, Progress",
    "Open wall.jpg, 101, Before",
  ]);
  const text = list.textContent.replaceAll(/\s/g, " ");
  expect(text).toContain("Mar 2 – 4, 2026");
  expect(text).toContain("102 CompletionMar 4 · Sink");
  expect(text).toContain("101 BeforeMar 2 · Ana Silva");
});

test("filters stand in the address, and leave nothing hidden unsaid [COMPARE-02]", async () => {
  const asked = {
    limit: 100,
    unitId: "unit",
    type: "before",
    uploadedBy: "ana",
    day: "2026-03-02",
  };
  answer(asked, []);
  answer({ limit: 100 }, [newest]);
  const { user, history } = await renderPage(backend, {
    at: `${wall}?unit=unit&stage=before&who=ana&day=2026-03-02`,
  });

  expect(await screen.findByText("No photos match the filters")).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Filter by unit" }).textContent).toBe("101");
  expect(screen.getByRole("combobox", { name: "Filter by person" }).textContent).toBe("Ana Silva");
  await user.click(screen.getByRole("button", { name: "Clear Filters" }));

  expect(await screen.findByRole("button", { name: /^Open Sink/ })).toBeVisible();
  expect(history.location.search).toBe("");
});

test("a unit's photos are narrowed to a task of it, which goes with the unit [COMPARE-02]", async () => {
  backend.answer(api.tasks.list, { unitId: "unit" }, [taskOf({ id: "t", name: "Paint walls" })]);
  answer({ limit: 100, unitId: "unit", taskId: "t" }, [older]);
  answer({ limit: 100 }, [newest, older]);
  const { user, history } = await renderPage(backend, { at: `${wall}?unit=unit&task=t` });
  expect(await screen.findByRole("button", { name: /^Open Door/ })).toBeVisible();
  const task = () => screen.queryByRole("combobox", { name: "Filter by task" });
  expect(task()?.textContent).toBe("Paint walls");

  await user.click(screen.getByRole("combobox", { name: "Filter by unit" }));
  await user.click(await screen.findByRole("option", { name: "All units" }));

  expect(await screen.findByRole("button", { name: /^Open Sink/ })).toBeVisible();
  expect(task()).toBeNull();
  expect(history.location.search).toBe("");
});

test("a project without photos says how they get here [COMPARE-02]", async () => {
  answer({ limit: 100 }, []);
  await renderPage(backend, { at: wall });

  expect(await screen.findByText("No photos yet")).toBeVisible();
});

test("further photos are read page by page, and none goes away meanwhile [COMPARE-02]", async () => {
  answer({ limit: 100 }, [newest], "c1");
  const { user } = await renderPage(backend, { at: wall });
  await user.click(await screen.findByRole("button", { name: "Show More Photos" }));
  expect(tiles()).toHaveLength(1);

  answer({ through: "c1" }, [newest], "c1");
  answer({ cursor: "c1", limit: 100 }, [older, oldest]);

  await waitFor(() => expect(tiles()).toHaveLength(3));
  expect(screen.queryByRole("button", { name: "Show More Photos" })).toBeNull();
});

test("without a network the wall says that it is not on this device, and what was read stays [COMPARE-02] [FIELD-02]", async () => {
  await renderPage(backend, { at: wall });
  turnNetwork(false);
  expect(await screen.findByText("Not on this device")).toBeVisible();

  turnNetwork(true);
  expect(screen.queryByText("Not on this device")).toBeNull();
  answer({ limit: 100 }, [newest, older]);
  expect(await screen.findByRole("button", { name: /^Open Sink/ })).toBeVisible();

  turnNetwork(false);
  expect(tiles()).toEqual(["Open Sink, 102, Completion", "Open Door, 101, Progress"]);
  expect(screen.queryByText("Not on this device")).toBeNull();
});

test("a photo opens in its place among all, and leads to its unit [COMPARE-02]", async () => {
  answer({ limit: 100 }, [newest, older]);
  const { user, history } = await renderPage(backend, { at: wall });

  await user.click(await screen.findByRole("button", { name: /^Open Sink/ }));

  const viewer = await screen.findByRole("dialog", { name: "Sink" });
  expect(viewer.textContent).toContain("1 / 2");
  expect(history.location.search).toContain("photo=p3");
  const unit = within(viewer).getByRole("link", { name: "102" });
  expect(unit.getAttribute("href")).toBe("/projects/project/units?unit=other&tab=photos");
  await user.keyboard("{ArrowRight}");
  expect(await screen.findByRole("dialog", { name: "Door" })).toBeVisible();
});

test("a photo is turned by a quarter at once, and turned back when the server refuses [CAM-04]", async () => {
  answer({ limit: 100 }, [newest, older]);
  let refuse: (error: Error) => void = () => undefined;
  backend.handle(api.photos.update, () => new Promise((_, reject) => (refuse = reject)));
  const { user } = await renderPage(backend, { at: `${wall}?photo=p3` });
  const viewer = await screen.findByRole("dialog", { name: "Sink" });
  const image = () => within(viewer).getByRole("img", { name: "Sink" });
  const tileOf = () => document.querySelector('[aria-label^="Open Sink"] img');

  await user.click(within(viewer).getByRole("button", { name: "Turn clockwise" }));

  await waitFor(() => expect([...image().classList]).toContain("rotate-90"));
  const sent = [{ photoId: "p3", rotation: 90 }];
  await waitFor(() => expect(backend.acts(api.photos.update)).toEqual(sent));
  expect([...(tileOf()?.classList ?? [])]).toContain("rotate-90");
  refuse(new ConvexError({ code: "not_found", message: "Photo not found" }));
  expect(await screen.findByText("Failed to turn photo")).toBeVisible();
  expect([...image().classList]).not.toContain("rotate-90");
});

test("the key R turns a photo of a unit [CAM-04]", async () => {
  backend.answer(api.units.list, { projectId }, [unitOf({})]);
  backend.answer(api.photos.list, { unitId: "unit" }, [photoOf({ id: "a", rotation: 270 })]);
  const at = "/projects/project/units?unit=unit&tab=photos&photo=a";
  const { user } = await renderPage(backend, { at });
  await screen.findByRole("dialog", { name: "wall.jpg" });

  await user.keyboard("r");

  const sent = [{ photoId: "a", rotation: 0 }];
  await waitFor(() => expect(backend.acts(api.photos.update)).toEqual(sent));
});

test("a link to a photo on a later page reads on until it is there [COMPARE-02]", async () => {
  answer({ limit: 100 }, [newest], "c1");
  answer({ through: "c1" }, [newest], "c1");
  answer({ cursor: "c1", limit: 100 }, [older]);

  await renderPage(backend, { at: `${wall}?photo=p2` });

  expect(await screen.findByRole("dialog", { name: "Door" })).toBeVisible();
});

test("two photos are chosen and lead to their comparison [COMPARE-01]", async () => {
  answer({ limit: 100 }, [newest, older, oldest]);
  const { user, history } = await renderPage(backend, { at: wall });
  await screen.findByRole("list", { name: "Photos" });

  await user.click(screen.getByRole("button", { name: "Compare" }));
  const status = () => screen.getByRole("region", { name: "Photos to compare" }).textContent;
  expect(status()).toContain("Choose two photos");
  await user.click(await screen.findByRole("button", { name: /^Compare Sink/ }));
  expect(status()).toContain("Choose one more photo");
  await user.click(screen.getByRole("button", { name: /^Compare Door/ }));
  expect(screen.getByRole("button", { name: /^Compare Door/, pressed: true })).toBeVisible();
  // No second button of this name discards the choice.
  expect(screen.queryByRole("button", { name: "Compare" })).toBeNull();
  await user.click(screen.getByRole("link", { name: "Compare" }));

  expect(history.location.href).toContain("/compare?left=p2&right=p3");
});
