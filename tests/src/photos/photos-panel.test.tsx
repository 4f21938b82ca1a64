import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { stagedPhotos } from "../../../src/features/photos/sending/staged-photos.ts";
import { uploadQueue } from "../../../src/features/photos/sending/uploads.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { photoOf, unitOf } from "../support/records.ts";
import { restoreNetwork, turnNetwork } from "../support/network.ts";
import { renderPage } from "../support/render-page.tsx";
import { FakeUpload, followUploads, stubUploads, wakeOutbox } from "./fake-upload.ts";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.units.list, { projectId: "project" }, [unitOf({})]);
  stubUploads();
});
afterEach(() => {
  cleanup();
  restoreNetwork();
  uploadQueue.cancel(...uploadQueue.snapshot().map(({ key }) => key));
  for (const { place } of stagedPhotos.ofUnit("unit")) stagedPhotos.clear(place);
});

async function show(...photos: Parameters<typeof photoOf>[0][]) {
  backend.answer(api.photos.list, { unitId: "unit" }, photos.map(photoOf));
  followUploads(backend, photos.map(photoOf));
  return await renderPage(backend, { at: "/projects/project/units?unit=unit&tab=photos" });
}

const section = (name: string) => within(screen.getByRole("region", { name }));
const jpeg = (name: string, size = 10) =>
  new File([name, new Uint8Array(size - name.length)], name, { type: "image/jpeg" });

function choose(title: string, ...files: File[]) {
  const input = section(title).getByLabelText<HTMLInputElement>(`Files for ${title}`);
  fireEvent.change(input, { target: { files } });
}

/** An unexpected failure is tried again twice, each time after a rest. */
async function failsAtLast(title: string) {
  await waitFor(() => {
    wakeOutbox();
    expect(screen.getByText(title)).toBeVisible();
  });
}

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
  backend.handle(api.photos.update, () => new Promise<void>((resolve) => (finish = resolve)));
  const { user } = await show({ photoDate: "2026-03-02T12:00:00.000Z" });
  await user.click(screen.getByRole("button", { name: /^Date of / }));
  await user.click(await screen.findByRole("button", { name: /March 12th/ }));
  await waitFor(() =>
    expect(screen.getByRole("heading", { level: 4 }).textContent).toBe("Mar 12, 2026"),
  );
  finish();
  await screen.findByText("Photo date updated successfully");
  const sent = { photoId: "photo", photoDate: "2026-03-12" };
  expect(backend.calls(api.photos.update)).toEqual([sent]);
});

test("a refused date is taken back [TOAST-07]", async () => {
  backend.handle(api.photos.update, () => Promise.reject(new Error("boom")));
  const { user } = await show({ photoDate: "2026-03-02T12:00:00.000Z" });
  await user.click(screen.getByRole("button", { name: /^Date of / }));
  await user.click(await screen.findByRole("button", { name: /March 12th/ }));
  await screen.findByText("Failed to update photo date");
  expect(screen.getByRole("heading", { level: 4 }).textContent).toBe("Mar 2, 2026");
});

test("deleting asks first; declining keeps the photo [PHOTO-06] [VALID-19] [TOAST-15]", async () => {
  backend.handle(api.photos.remove, () => ({ success: true }));
  const { user } = await show({ caption: "Wall" });
  await user.click(screen.getByRole("button", { name: "Delete Wall" }));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(backend.sent).toEqual([]);

  await user.click(screen.getByRole("button", { name: "Delete Wall" }));
  await user.click(screen.getByRole("button", { name: "Delete Photo" }));
  await screen.findByText("Photo deleted successfully");
  expect(backend.calls(api.photos.remove)).toEqual([{ photoId: "photo" }]);
});

test("a photo that could not be deleted is back [TOAST-06]", async () => {
  backend.handle(api.photos.remove, () => Promise.reject(new Error("boom")));
  const { user } = await show({ caption: "Wall" });
  await user.click(screen.getByRole("button", { name: "Delete Wall" }));
  await user.click(screen.getByRole("button", { name: "Delete Photo" }));
  await screen.findByText("Failed to delete photo");
  expect(screen.getByRole("button", { name: "Open Wall" })).toBeVisible();
});

test("another kind of file is refused by its name, and only the photos are kept [PHOTO-15]", async () => {
  await show();
  const pdf = new File(["x"], "notes.pdf", { type: "application/pdf" });
  choose("Before Photos", jpeg("a.jpg"), pdf);
  await screen.findByText("Invalid file type");
  const text =
    "File notes.pdf is not a valid image. Please upload JPEG, PNG, GIF, WebP, or HEIC images";
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole("button", { name: "Upload 1 Photo" })).toBeVisible();
  expect(FakeUpload.sent).toEqual([]);
});

test("a file of 10 MB is taken, a larger one is refused and not sent [PHOTO-16] [PHOTO-17]", async () => {
  await show();
  choose("Completion Photos", jpeg("full.jpg", 10_485_760));
  await section("Completion Photos").findByRole("button", { name: "Upload 1 Photo" });
  choose("Before Photos", jpeg("big.jpg", 10_485_761));
  await screen.findByText("File too large");
  expect(screen.getByText("Please select files smaller than 10MB")).toBeVisible();
  expect(section("Before Photos").queryByRole("button", { name: /^Upload / })).toBeNull();
  expect(FakeUpload.sent).toEqual([]);
});

test("a HEIC file without a MIME type is taken [PHOTO-14]", async () => {
  await show();
  choose("Before Photos", new File(["x"], "IMG_1.HEIC"));
  expect(await screen.findByRole("button", { name: "Upload 1 Photo" })).toBeVisible();
});

test("several files are sent with numbered captions [PHOTO-03] [PHOTO-04] [TOAST-15]", async () => {
  const { user } = await show();
  choose("Before Photos", jpeg("a.jpg"), jpeg("b.jpg"), jpeg("c.jpg"));
  await user.type(await screen.findByLabelText("Caption (optional)"), "Kitchen");
  await user.click(screen.getByRole("button", { name: "Upload 3 Photos" }));

  await screen.findByText("Photo uploaded successfully");
  expect(FakeUpload.sent.map((form) => [form.get("type"), form.get("unitId")])).toEqual(
    Array(3).fill(["before", "unit"]),
  );
  expect(FakeUpload.sent.map((form) => form.get("caption"))).toEqual([
    "Kitchen (1/3)",
    "Kitchen (2/3)",
    "Kitchen (3/3)",
  ]);
  expect(FakeUpload.mostAtOnce).toBe(3);
});

test("a progress photo is of today unless a day is chosen [PHOTO-05]", async () => {
  const { user } = await show();
  choose("Daily Progress Photos", jpeg("a.jpg"));
  const today = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }).format(new Date());
  expect(await screen.findByRole("button", { name: `Photo Date: ${today}` })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Upload 1 Photo" }));
  await screen.findByText("Photo uploaded successfully");
  expect(FakeUpload.sent[0]?.has("photoDate")).toBe(false);
});

test("a failed upload says what the server answered, and can be tried again [TOAST-03] [OP-51]", async () => {
  FakeUpload.answers = Array.from({ length: 3 }, () => ({ status: 500, body: "disk full" }));
  const { user } = await show();
  choose("Before Photos", jpeg("a.jpg"));
  await user.click(await screen.findByRole("button", { name: "Upload 1 Photo" }));
  await failsAtLast("Upload failed");
  expect(
    screen.getByText("Failed to upload photo. Please try again (500: disk full)"),
  ).toBeVisible();

  await user.click(await screen.findByRole("button", { name: "Retry a.jpg" }));
  await screen.findByText("Photo uploaded successfully");
  expect(new Set(FakeUpload.sent.map((form) => form.get("key"))).size).toBe(1);
  expect(screen.queryByRole("list", { name: "Uploads" })).toBeNull();
});

test.each([
  [507, "InsufficientStorage", "The server has too little free disk space for files."],
  [413, "", 'The photo "a" has 50.1 megapixels'],
  [400, "invalid", "File a.jpg is not a valid image."],
])(
  "an upload refused with %i shows the words and no JSON [TOAST-03]",
  async (status, code, message) => {
    FakeUpload.answerTo = () => ({ status, body: JSON.stringify({ code, message }) });
    const { user } = await show();
    choose("Before Photos", jpeg("a.jpg"));
    await user.click(await screen.findByRole("button", { name: "Upload 1 Photo" }));
    await failsAtLast("Upload failed");
    const text = `Failed to upload photo. Please try again (${status}: ${message})`;
    expect(screen.getByText(text)).toBeVisible();
  },
);

test("some of several files failed [TOAST-05]", async () => {
  FakeUpload.answerTo = (name) => ({ status: name === "b.jpg" ? 500 : 201 });
  const { user } = await show();
  choose("Before Photos", jpeg("a.jpg"), jpeg("b.jpg"), jpeg("c.jpg"));
  await user.click(await screen.findByRole("button", { name: "Upload 3 Photos" }));
  await failsAtLast("Partial success");
  expect(screen.getByText("Uploaded 2 of 3 photos")).toBeVisible();
  const rows = within(screen.getByRole("list", { name: "Uploads" })).getAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual(["b.jpg Failed"]);
});

test("a failing file of several is named [TOAST-04]", async () => {
  FakeUpload.answerTo = (name) => (name === "a.jpg" ? { status: 500 } : "never");
  const { user } = await show();
  choose("Before Photos", jpeg("a.jpg"), jpeg("b.jpg"));
  await user.click(await screen.findByRole("button", { name: "Upload 2 Photos" }));
  await failsAtLast("Failed to upload a.jpg");
});

test("a full device says so before a photo is chosen, and sends it at once instead of keeping it [FIELD-09]", async () => {
  const estimate = () => Promise.resolve({ quota: 100 * 2 ** 20, usage: 100 * 2 ** 20 });
  Object.defineProperty(navigator, "storage", { value: { estimate }, configurable: true });
  try {
    const { user } = await show();
    await screen.findByText("This device is full.");
    choose("Before Photos", jpeg("a.jpg"));
    await user.click(await screen.findByRole("button", { name: "Upload 1 Photo" }));
    await screen.findByText("Photo uploaded successfully");
    expect(FakeUpload.stored.size).toBe(1);

    FakeUpload.answers = ["cut"];
    choose("Before Photos", jpeg("b.jpg"));
    await user.click(await screen.findByRole("button", { name: "Upload 1 Photo" }));
    await screen.findByText(/^b\.jpg is not kept and not sent\. Free some space/);
    expect(FakeUpload.stored.size).toBe(1);
  } finally {
    Reflect.deleteProperty(navigator, "storage");
  }
});

test("a photo that waits is shown where this device does not have the others of its unit, and the other sections are not called empty [FIELD-02] [FIELD-03]", async () => {
  backend.disconnect();
  turnNetwork(false);
  const { user } = await renderPage(backend, {
    at: "/projects/project/units?unit=unit&tab=photos",
  });
  choose("Before Photos", jpeg("a.jpg"));
  await user.click(await screen.findByRole("button", { name: "Upload 1 Photo" }));
  await section("Before Photos").findByRole("button", { name: /^Open / });
  for (const other of ["Daily Progress Photos", "Completion Photos"]) {
    await section(other).findByText("Not on this device");
    expect(section(other).queryByText("No photos yet")).toBeNull();
  }
});

test("pasted images wait in the section that was used last", async () => {
  await show();
  const paste = () => {
    const event = new Event("paste", { cancelable: true });
    Object.assign(event, { clipboardData: { files: [jpeg("image.jpg")] } });
    fireEvent(window, event);
  };
  paste();
  await section("Daily Progress Photos").findByRole("button", { name: "Upload 1 Photo" });
  choose("Before Photos", jpeg("a.jpg"));
  paste();
  await section("Before Photos").findByRole("button", { name: "Upload 2 Photos" });
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
