import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { hasUnsent } from "../../../src/lib/sign-out.ts";
import { turnNetwork } from "../support/network.ts";
import { viewerOf } from "../support/render-at.tsx";
import { renderPage } from "../support/render-page.tsx";
import { FakeUpload, wakeOutbox } from "./fake-upload.ts";
import { choose, failsAtLast, jpeg, photosAddress, section, setUpPhotos } from "./photos-page.ts";

const { backend, show } = setUpPhotos();

/** True when the browser would ask before the page closes. */
const askedBeforeLeaving = () =>
  !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

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

test("an empty file is refused when it is chosen, and not when it has waited for a network [PHOTO-15]", async () => {
  await show();
  choose("Before Photos", jpeg("a.jpg"), new File([], "IMG_7.jpg", { type: "image/jpeg" }));
  await screen.findByText("Invalid file type");
  expect(screen.getByText(/^File IMG_7\.jpg is not a valid image\./)).toBeVisible();
  expect(screen.getByRole("button", { name: "Upload 1 Photo" })).toBeVisible();
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
    expect(FakeUpload.sent[0]?.get("by")).toBe(viewerOf().id);

    FakeUpload.answerTo = () => "cut";
    const read = vi.fn(() => Promise.reject(new Error("No image")));
    vi.stubGlobal("createImageBitmap", read);
    choose("Before Photos", jpeg("b.jpg"));
    await user.click(await screen.findByRole("button", { name: "Upload 1 Photo" }));
    await screen.findByText(/^b\.jpg is neither kept nor sent yet\. Leave this page open/);
    expect(FakeUpload.stored.size).toBe(1);
    const uploads = within(screen.getByRole("list", { name: "Uploads" }));
    expect(uploads.getByText("Only in this page")).toBeVisible();
    expect(askedBeforeLeaving()).toBe(true);
    expect(await hasUnsent(viewerOf())).toBe(true);

    // A whole photo goes over the line each time, so the rests grow.
    const timers = vi.spyOn(window, "setTimeout");
    for (const ms of [20_000, 40_000]) {
      wakeOutbox();
      await waitFor(() => expect(timers.mock.calls.map(([, rest]) => rest)).toContain(ms));
    }

    FakeUpload.answerTo = () => ({ status: 201 });
    wakeOutbox();
    await waitFor(() => expect(FakeUpload.stored.size).toBe(2));
    await waitFor(() => expect(screen.queryByRole("list", { name: "Uploads" })).toBeNull());
    expect(read).toHaveBeenCalledOnce();
    expect(FakeUpload.sent.at(-1)?.get("key")).toBe(FakeUpload.sent.at(-2)?.get("key"));
    expect(askedBeforeLeaving()).toBe(false);
    expect(await hasUnsent(viewerOf())).toBe(false);
  } finally {
    Reflect.deleteProperty(navigator, "storage");
  }
});

test("the end of a session loses no photo that its page alone has: the next session sends it [FIELD-08] [FIELD-09]", async () => {
  const estimate = () => Promise.resolve({ quota: 100 * 2 ** 20, usage: 100 * 2 ** 20 });
  Object.defineProperty(navigator, "storage", { value: { estimate }, configurable: true });
  try {
    const { user } = await show();
    await screen.findByText("This device is full.");
    const body = JSON.stringify({ code: "unauthenticated", message: "Log in" });
    FakeUpload.answerTo = () => ({ status: 401, body });
    choose("Before Photos", jpeg("a.jpg"));
    await user.click(await screen.findByRole("button", { name: "Upload 1 Photo" }));
    await screen.findByText(/^a\.jpg is neither kept nor sent yet\. Leave this page open/);
    expect(askedBeforeLeaving()).toBe(true);

    FakeUpload.answerTo = () => ({ status: 201 });
    wakeOutbox();
    await waitFor(() => expect(FakeUpload.stored.size).toBe(1));
    await waitFor(() => expect(askedBeforeLeaving()).toBe(false));
  } finally {
    Reflect.deleteProperty(navigator, "storage");
  }
});

test("a photo that waits is shown where this device does not have the others of its unit, and the other sections are not called empty [FIELD-02] [FIELD-03]", async () => {
  backend().disconnect();
  turnNetwork(false);
  const { user } = await renderPage(backend(), { at: photosAddress });
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
