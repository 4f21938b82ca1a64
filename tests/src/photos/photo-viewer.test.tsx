import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { photoOf, unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.units.list, { projectId: "project" }, [unitOf({})]);
});
afterEach(cleanup);

/** Answers with these photos: "b1" is a before photo, "p1" a progress photo. */
function answer(...ids: string[]): void {
  const photos = ids.map((id) =>
    photoOf({ id, caption: id, type: id.startsWith("b") ? "before" : "progress" }),
  );
  backend.answer(api.photos.list, { unitId: "unit" }, photos);
}

async function open(photo: string) {
  const at = `/projects/project/units?unit=unit&tab=photos&photo=${photo}`;
  return await renderPage(backend, { at });
}

test("the viewer steps through the photos of one section and stops at its ends [PHOTO-10]", async () => {
  answer("p1", "b1", "p2");
  const { user } = await open("p1");
  const viewer = await screen.findByRole("dialog", { name: "p1" });
  expect(viewer.textContent).toContain("1 / 2");
  await user.keyboard("{ArrowLeft}");
  expect(screen.getByRole("dialog", { name: "p1" })).toBeVisible();
  await user.keyboard("{ArrowRight}");
  await screen.findByRole("dialog", { name: "p2" });
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("dialog", { name: "p2" }).textContent).toContain("2 / 2");
});

test("every photo starts at 100% [PHOTO-11]", async () => {
  answer("p1", "p2");
  const { user } = await open("p1");
  await screen.findByRole("dialog", { name: "p1" });
  await user.keyboard("++");
  expect(screen.getByLabelText("Zoom").textContent).toBe("200%");
  await user.keyboard("{ArrowRight}");
  await screen.findByRole("dialog", { name: "p2" });
  expect(screen.getByLabelText("Zoom").textContent).toBe("100%");
});

test("the photo that takes the place of a deleted one is shown, and at last none [API-53]", async () => {
  answer("p1", "p2", "p3");
  await open("p2");
  await screen.findByRole("dialog", { name: "p2" });
  answer("p1", "p3");
  await screen.findByRole("dialog", { name: "p3" });
  answer("p1");
  await screen.findByRole("dialog", { name: "p1" });
  answer();
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "p1" })).toBeNull());
  expect(screen.getByRole("dialog", { name: "101" })).toBeVisible();
});

test("a link to a photo that is not there shows the unit's photos", async () => {
  answer("p1");
  const { history } = await open("gone");
  await waitFor(() => expect(history.location.search).not.toContain("photo="));
  expect(screen.getByRole("dialog", { name: "101" })).toBeVisible();
});
