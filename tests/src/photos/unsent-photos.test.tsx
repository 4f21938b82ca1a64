import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { stagedPhotos } from "../../../src/features/photos/sending/staged-photos.ts";
import { uploadQueue } from "../../../src/features/photos/sending/uploads.ts";
import { backgroundWork } from "../../../src/lib/background-work.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { restoreNetwork, turnNetwork } from "../support/network.ts";
import { unitOf } from "../support/records.ts";
import { renderPage } from "../support/render-page.tsx";
import { FakeUpload, followUploads, stubUploads, wakeOutbox } from "./fake-upload.ts";

const before = { unitId: "unit", type: "before" } as const;
let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.units.list, { projectId: "project" }, [unitOf({})]);
  backend.answer(api.photos.list, { unitId: "unit" }, []);
  stubUploads();
  followUploads(backend);
});
afterEach(() => {
  cleanup();
  restoreNetwork();
  uploadQueue.cancel(...uploadQueue.snapshot().map(({ key }) => key));
  stagedPhotos.clear(before);
});

async function showAndChoose(...names: string[]) {
  const page = await renderPage(backend, { at: "/projects/project/units?unit=unit&tab=photos" });
  const files = names.map((name) => new File([name], name, { type: "image/jpeg" }));
  fireEvent.change(screen.getByLabelText("Files for Before Photos"), { target: { files } });
  await screen.findByRole("list", { name: "Chosen files" });
  return page;
}

async function closeDialog(user: Awaited<ReturnType<typeof showAndChoose>>["user"]) {
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

const mayLeave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("chosen photos and their caption outlive the dialog, and leaving the page asks [PHOTO-03]", async () => {
  const { user } = await showAndChoose("a.jpg", "b.jpg");
  await user.type(screen.getByLabelText("Caption (optional)"), "Hall");
  await closeDialog(user);
  expect(backgroundWork.snapshot()).toMatchObject([
    {
      text: "2 photos not uploaded yet",
      share: null,
      address: expect.stringMatching(/\?unit=unit&tab=photos$/) as string,
    },
  ]);
  expect(mayLeave()).toBe(false);

  await user.click(screen.getByRole("button", { name: "View Photos" }));
  expect(screen.getByRole("button", { name: "Upload 2 Photos" })).toBeVisible();
  expect(screen.getByLabelText<HTMLInputElement>("Caption (optional)").value).toBe("Hall");
  await user.click(screen.getByRole("button", { name: "Leave out a.jpg" }));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(backgroundWork.snapshot()).toEqual([]);
  expect(mayLeave()).toBe(true);
});

test("uploads go on when the dialog is closed, and say how far they are [PHOTO-03]", async () => {
  FakeUpload.answers = [{ status: 201 }, "never", "never"];
  const { user } = await showAndChoose("a.jpg", "b.jpg", "c.jpg");
  await user.click(screen.getByRole("button", { name: "Upload 3 Photos" }));
  await closeDialog(user);
  await waitFor(() =>
    expect(backgroundWork.snapshot()).toMatchObject([
      { text: "Uploading photo 2 of 3", share: 1 / 3 },
    ]),
  );
  await user.click(screen.getByRole("button", { name: "View Photos" }));
  await user.click(screen.getByRole("button", { name: "Cancel 2 uploads" }));
  await waitFor(() => expect(uploadQueue.snapshot()).toEqual([]));
  expect(backgroundWork.snapshot()).toEqual([]);
});

test("what the server refuses is not offered to be tried again, and what it cannot take now waits for itself [VALID-06] [FIELD-06] [FIELD-10]", async () => {
  let isWell = false;
  const statuses: Record<string, number> = {
    "a.jpg": 400,
    "b.jpg": 413,
    "c.jpg": 500,
    "d.jpg": 503,
  };
  FakeUpload.answerTo = (name) => ({ status: isWell ? 201 : (statuses[name] ?? 201) });
  const { user } = await showAndChoose("a.jpg", "b.jpg", "c.jpg", "d.jpg");
  await user.click(screen.getByRole("button", { name: "Upload 4 Photos" }));
  const rows = () => within(screen.getByRole("list", { name: "Uploads" })).getAllByRole("listitem");
  await waitFor(() => {
    wakeOutbox();
    expect(rows()[2]?.textContent).toBe("c.jpg Failed");
  });
  await waitFor(() =>
    expect(rows().map((row) => row.textContent)).toEqual([
      "a.jpg Not a valid image",
      "b.jpg Too large",
      "c.jpg Failed",
      "d.jpgWaiting for network",
    ]),
  );
  expect(screen.queryByRole("button", { name: "Retry a.jpg" })).toBeNull();

  isWell = true;
  wakeOutbox();
  await user.click(screen.getByRole("button", { name: "Retry c.jpg" }));
  await screen.findByText("Photo uploaded successfully");
  await waitFor(() => expect(FakeUpload.stored.size).toBe(2));
  expect(backgroundWork.snapshot()).toMatchObject([
    { text: "2 photos not uploaded", hasFailed: true },
  ]);
  backgroundWork.snapshot()[0]?.discard?.();
  await waitFor(() => expect(uploadQueue.snapshot()).toEqual([]));
});

test("a name that turns the text around is shown plain [PHOTO-15]", async () => {
  await showAndChoose("wall\u202egpj.exe\u0000.jpg");
  expect(screen.getByRole("button", { name: "Leave out wallgpj.exe.jpg" })).toBeVisible();
});

test(
  "100 files are chosen at once and sent three at a time [PHOTO-03] [FIELD-10]",
  { timeout: 90_000 },
  async () => {
    const names = Array.from({ length: 100 }, (_, index) => `${String(index)}.jpg`);
    const { user } = await showAndChoose(...names);
    await user.click(screen.getByRole("button", { name: "Upload 100 Photos" }));
    await closeDialog(user);
    // Counting is cheap; a query by text would search the page again after each of its changes.
    await vi.waitFor(() => expect(FakeUpload.sent).toHaveLength(100), { timeout: 80_000 });
    await screen.findByText("Photo uploaded successfully");
    expect(FakeUpload.sent).toHaveLength(100);
    expect(FakeUpload.mostAtOnce).toBe(3);
  },
);

test("a photo of which all bytes went, and no answer came, is not told as whole, and waits for the network without a line [FIELD-05]", async () => {
  FakeUpload.answerTo = () => "never";
  const { user } = await showAndChoose("a.jpg");
  await user.click(screen.getByRole("button", { name: "Upload 1 Photo" }));
  await waitFor(() => expect(FakeUpload.open).toHaveLength(1));
  act(() => FakeUpload.open[0]?.upload.onprogress?.({ loaded: 1000, total: 1000 }));
  const uploads = within(screen.getByRole("list", { name: "Uploads" }));
  expect(await uploads.findByText("99%")).toBeVisible();
  expect(uploads.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("99");

  act(() => backend.disconnect());
  act(() => turnNetwork(false));
  expect(await uploads.findByText("Waiting for network")).toBeVisible();
});
