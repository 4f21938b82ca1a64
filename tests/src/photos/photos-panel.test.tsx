import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { turnNetwork } from "../support/network.ts";
import { renderPage } from "../support/render-page.tsx";
import { jpeg, photosAddress, section, setUpPhotos } from "./photos-page.ts";

const { backend, show } = setUpPhotos();

test("three sections can be folded [PHOTO-01]", async () => {
  const types = ["before", "progress", "completion"] as const;
  const { user } = await show(...types.map((type) => ({ id: type, type, caption: type })));
  const titles = screen.getAllByRole("heading", { level: 3 }).map((title) => title.textContent);
  expect(titles).toEqual(["Before Photos", "Daily Progress Photos", "Completion Photos"]);

  for (const [at, type] of types.entries()) {
    const toggle = screen.getByRole("button", { name: titles[at] ?? "" });
    await user.click(toggle);
    expect(toggle.getAttribute("aria-expanded")).toBe("false");
    expect(screen.queryByRole("button", { name: `Open ${type}` })).toBeNull();
    await user.click(toggle);
    expect(screen.getByRole("button", { name: `Open ${type}` })).toBeVisible();
  }
});

test("progress photos stand under their day, the newest first [PHOTO-02]", async () => {
  await show(
    { id: "a", photoDate: "2026-03-02T12:00:00.000Z" },
    { id: "b", photoDate: "2026-03-01T12:00:00.000Z" },
  );
  const days = screen.getAllByRole("heading", { level: 4 }).map((day) => day.textContent);
  expect(days).toEqual(["Mar 2, 2026", "Mar 1, 2026"]);
});

test("photos of impossible years, as an older server took them, leave the others in sight [PHOTO-02]", async () => {
  await show(
    { id: "a", caption: "Sink" },
    { id: "b", photoDate: "-000001-12-31T10:00:00.000Z" },
    { id: "c", photoDate: "-000001-12-30T12:00:00.000Z" },
  );
  expect(screen.getByRole("button", { name: "Open Sink" })).toBeVisible();
  expect(screen.getAllByRole("heading", { level: 4 })).toHaveLength(3);
});

test("only progress photos have a date to change [PHOTO-08]", async () => {
  await show(
    { id: "a", type: "before" },
    { id: "b", type: "progress" },
    { id: "c", type: "completion" },
  );
  const hasPicker = ["Before Photos", "Daily Progress Photos", "Completion Photos"].map(
    (title) => section(title).queryByRole("button", { name: /^Date of / }) !== null,
  );
  expect(hasPicker).toEqual([false, true, false]);
});

test("a changed date regroups the photo at once [PHOTO-09] [TOAST-15]", async () => {
  let finish: () => void = () => undefined;
  backend().handle(api.photos.update, () => new Promise<void>((resolve) => (finish = resolve)));
  const { user } = await show({ photoDate: "2026-03-02T12:00:00.000Z" });
  await user.click(screen.getByRole("button", { name: /^Date of / }));
  await user.click(await screen.findByRole("button", { name: /March 12th/ }));
  await waitFor(() =>
    expect(screen.getByRole("heading", { level: 4 }).textContent).toBe("Mar 12, 2026"),
  );
  finish();
  await screen.findByText("Photo date updated successfully");
  const sent = { photoId: "photo", photoDate: "2026-03-12" };
  expect(backend().calls(api.photos.update)).toEqual([sent]);
});

test("a refused date is taken back [TOAST-07]", async () => {
  backend().handle(api.photos.update, () => Promise.reject(new Error("boom")));
  const { user } = await show({ photoDate: "2026-03-02T12:00:00.000Z" });
  await user.click(screen.getByRole("button", { name: /^Date of / }));
  await user.click(await screen.findByRole("button", { name: /March 12th/ }));
  await screen.findByText("Failed to update photo date");
  expect(screen.getByRole("heading", { level: 4 }).textContent).toBe("Mar 2, 2026");
});

test("deleting asks first; declining keeps the photo [PHOTO-06] [VALID-19] [TOAST-15]", async () => {
  backend().handle(api.photos.remove, () => ({ success: true }));
  const { user } = await show({ caption: "Wall" });
  await user.click(screen.getByRole("button", { name: "Delete Wall" }));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(backend().sent).toEqual([]);

  await user.click(screen.getByRole("button", { name: "Delete Wall" }));
  await user.click(screen.getByRole("button", { name: "Delete Photo" }));
  await screen.findByText("Photo deleted successfully");
  expect(backend().calls(api.photos.remove)).toEqual([{ photoId: "photo" }]);
});

test("a photo that could not be deleted is back [TOAST-06]", async () => {
  backend().handle(api.photos.remove, () => Promise.reject(new Error("boom")));
  const { user } = await show({ caption: "Wall" });
  await user.click(screen.getByRole("button", { name: "Delete Wall" }));
  await user.click(screen.getByRole("button", { name: "Delete Photo" }));
  await screen.findByText("Failed to delete photo");
  expect(screen.getByRole("button", { name: "Open Wall" })).toBeVisible();
});

test("a photo that cannot be shown has its file name and a link to have it [OP-31]", async () => {
  await show({ caption: "Wall", originalName: "IMG_1.HEIC", filename: "x.heic" });
  const image = screen.getByRole("button", { name: "Open Wall" }).querySelector("img");
  if (image) fireEvent.error(image);
  expect(screen.getByText("IMG_1.HEIC")).toBeVisible();
  const link = screen.getByRole("link", { name: "Download" });
  expect(link.getAttribute("href")).toBe("/api/photos/x.heic");
  expect(link.getAttribute("download")).toBe("IMG_1.HEIC");
});

test("a photo is taken whose file was being chosen when the network came back, before the photos of the unit [FIELD-02] [PHOTO-03]", async () => {
  turnNetwork(false);
  await renderPage(backend(), { at: photosAddress });
  const input = await screen.findByLabelText("Files for Before Photos");

  turnNetwork(true);
  fireEvent.change(input, { target: { files: [jpeg("a.jpg")] } });

  expect(await screen.findByRole("button", { name: "Upload 1 Photo" })).toBeVisible();
});
