import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { shotEncoder } from "../../../src/features/photos/camera/shots/shots.ts";
import { uploadQueue } from "../../../src/features/photos/sending/uploads.ts";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { lastUnit } from "../../../src/lib/device/last-unit.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { photoOf, taskOf, unitOf } from "../support/records.ts";
import { restoreNetwork, turnNetwork } from "../support/network.ts";
import { renderPage } from "../support/render-page.tsx";
import { FakeUpload, followUploads, stubUploads, wakeOutbox } from "./fake-upload.ts";

let backend: FakeConvex;

beforeEach(() => {
  backend = new FakeConvex();
  backend.answer(api.units.get, { unitId: "unit" }, unitOf({ status: "in_progress" }));
  backend.answer(api.tasks.list, { unitId: "unit" }, [
    taskOf({ id: "t1", name: "Paint walls", baseStatus: "completed" }),
    taskOf({ id: "t2", name: "Fix door" }),
  ]);
  backend.answer(api.photos.list, { unitId: "unit" }, [
    photoOf({ id: "new", type: "before", caption: "newer" }),
    photoOf({ id: "old", type: "before", taskId: "t2", rotation: 270 }),
  ]);
  localStorage.clear();
  stubUploads();
  followUploads(backend);
});
afterEach(() => {
  cleanup();
  restoreNetwork();
  Reflect.deleteProperty(navigator, "mediaDevices");
  uploadQueue.cancel(...uploadQueue.snapshot().map(({ key }) => key));
});

const address = "/projects/project/units/unit/camera";

async function show(devices: object | undefined, search = "") {
  Object.defineProperty(navigator, "mediaDevices", { value: devices, configurable: true });
  return await renderPage(backend, { at: address + search });
}

/** Shows a camera that is permitted and takes pictures at once. */
async function showLive(search = "") {
  const track = Object.assign(new EventTarget(), {
    stop: () => undefined,
    getCapabilities: () => ({ torch: true }),
    getSettings: () => ({}),
    applyConstraints: () => Promise.resolve(),
  });
  const stream = Object.assign(new MediaStream(), {
    ...{ getTracks: () => [track], getVideoTracks: () => [track] },
  });
  vi.stubGlobal("createImageBitmap", () => Promise.resolve({ close: () => undefined }));
  const photo = new Blob(["jpeg"], { type: "image/jpeg" });
  const encode = vi.spyOn(shotEncoder, "encode").mockResolvedValue({ photo, preview: null });
  const page = await show({ getUserMedia: () => Promise.resolve(stream) }, search);
  fireEvent.playing(await screen.findByLabelText("Picture of the camera"));
  return { ...page, encode, track };
}

const shutter = () => screen.getByRole("button", { name: "Take photo" });
const lastShot = () =>
  screen.getAllByRole("link", { name: / photo of / })[0]?.getAttribute("aria-label") ?? "";
const types = () => FakeUpload.sent.map((form) => form.get("type"));

test("the stage of the work is chosen by itself, stage and task stand in the address, and both hold for the next shots [CAM-01] [CAM-02] [CAM-03]", async () => {
  const { user, history } = await showLive();
  await waitFor(() => expect(history.location.search).toBe("?stage=progress"));
  expect(screen.getByRole("heading", { level: 1, name: "101" })).toBeVisible();
  expect(lastUnit.snapshot()).toMatchObject({ unitId: "unit", projectName: "Oak Court" });

  await user.click(shutter());
  await user.click(screen.getByRole("radio", { name: "Completion" }));
  await waitFor(() => expect(history.location.search).toBe("?stage=completion"));
  await user.click(screen.getByRole("combobox", { name: "Task of the photos" }));
  await user.click(await screen.findByRole("option", { name: /^Fix door/ }));
  await waitFor(() => expect(history.location.search).toBe("?stage=completion&task=t2"));
  await user.click(shutter());

  await waitFor(() => expect(types()).toEqual(["progress", "completion"]));
  expect(FakeUpload.sent.map((form) => form.get("taskId"))).toEqual([null, "t2"]);
  const takenAt = FakeUpload.sent.map((form) => Date.parse(form.get("takenAt") as string));
  for (const at of takenAt) expect(Date.now() - at).toBeLessThan(60_000);
  const strip = within(screen.getByRole("list", { name: "Last shots" }));
  await waitFor(() =>
    expect(
      strip.getAllByRole("link").map((link) => link.getAttribute("aria-label")?.split(" ")[0]),
    ).toEqual(["Completion", "Progress"]),
  );
  expect(strip.getAllByRole("link", { name: /, sent$/ })).toHaveLength(2);
  expect(screen.queryByText("Photo uploaded successfully")).toBeNull();
});

test("the task of a link decides the first stage [CAM-01]", async () => {
  const { history } = await showLive("?task=t1");
  await waitFor(() => expect(history.location.search).toBe("?task=t1&stage=completion"));
});

test("space and Enter are the shutter, but not on another control and not while they are held [CAM-02]", async () => {
  const { user } = await showLive("?stage=before");
  await user.keyboard(" ");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(types()).toEqual(["before", "before"]));
  fireEvent.keyDown(document.body, { key: " ", repeat: true });
  screen.getByRole("radio", { name: "Before" }).focus();
  await user.keyboard("{Enter}");
  shutter().focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(types()).toHaveLength(3));
});

test("nothing is taken before the stage is known; a tap on one is enough without a line [CAM-01]", async () => {
  backend = new FakeConvex();
  const { user } = await showLive();
  expect(shutter().getAttribute("aria-disabled")).toBe("true");
  await user.click(shutter());
  await user.click(screen.getByRole("radio", { name: "Before" }));
  await waitFor(() => expect(shutter().getAttribute("aria-disabled")).toBeNull());
  await user.click(shutter());
  await waitFor(() => expect(types()).toEqual(["before"]));
});

test("without a network the camera of a unit that was only seen by its name says it, and so does what waits [CAM-02] [FIELD-05]", async () => {
  backend = new FakeConvex();
  const names = [{ id: "unit", name: "B-204" }];
  backend.answer(api.units.names, { projectId: "project" }, names);
  backend.disconnect();
  turnNetwork(false);
  const { user } = await showLive();
  await screen.findByRole("heading", { level: 1, name: "B-204" });
  await user.click(screen.getByRole("radio", { name: "Before" }));
  await waitFor(() => expect(shutter().getAttribute("aria-disabled")).toBeNull());
  await user.click(shutter());
  await waitFor(() =>
    expect(outbox.snapshot().operations).toMatchObject([
      { text: expect.stringMatching(/^Before photo of B-204: /), address: expect.any(String) },
    ]),
  );
});

test("the last before photo lies over the picture where it helps, that of the task first, turned as people have turned it, as strongly as one likes [CAM-02] [CAM-04]", async () => {
  const { user } = await showLive("?stage=completion");
  await user.click(screen.getByRole("button", { name: "Overlay of the last before photo" }));
  const overlay = screen.getByRole("img", { name: "Earlier photo, for the same angle" });
  expect(overlay.getAttribute("src")).toBe("/api/photos/new.jpg?size=preview");
  fireEvent.change(screen.getByRole("slider", { name: "Overlay" }), { target: { value: "70" } });
  expect(overlay.style.opacity).toBe("0.7");
  await user.click(screen.getByRole("combobox", { name: "Task of the photos" }));
  await user.click(await screen.findByRole("option", { name: /^Fix door/ }));
  await waitFor(() => expect(overlay.getAttribute("src")).toBe("/api/photos/old.jpg?size=preview"));
  expect([...overlay.classList]).toContain("-rotate-90");
  await user.click(screen.getByRole("radio", { name: "Before" }));
  await waitFor(() => expect(screen.queryByRole("slider")).toBeNull());
});

test("the light is a switch where the camera has one [CAM-02]", async () => {
  const { user } = await showLive("?stage=before");
  await user.click(screen.getByRole("button", { name: "Light" }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Light" }).getAttribute("aria-pressed")).toBe("true"),
  );
});

test("a full device says so before a photo is taken, and takes one where there is a network [CAM-02] [FIELD-09]", async () => {
  const estimate = () => Promise.resolve({ quota: 100, usage: 100 });
  Object.defineProperty(navigator, "storage", { value: { estimate }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "storage"));
  await showLive("?stage=before");
  expect(shutter().title).toBe("Take photo (space)");
  turnNetwork(false);
  const full = "This device is full: free some space, or find a network";
  await waitFor(() => expect(shutter().title).toBe(full));
  expect(shutter().getAttribute("aria-disabled")).toBe("true");
});

test("without https the page says so, and takes files in place of shots [CAM-02]", async () => {
  vi.stubGlobal("isSecureContext", false);
  await show(undefined, "?stage=before");
  await screen.findByText("The camera needs a secure address");
  expect(screen.getByLabelText("Camera of the device").getAttribute("capture")).toBe("environment");
  const files = ["a.png", "b.png"].map((name) => new File([name], name, { type: "image/png" }));
  fireEvent.change(screen.getByLabelText("Files"), { target: { files } });
  await waitFor(() => expect(types()).toEqual(["before", "before"]));
});

test("a camera that is not allowed is told with what to do, and tried again [CAM-02]", async () => {
  const refused = new DOMException("no", "NotAllowedError");
  const getUserMedia = vi.fn(() => Promise.reject(refused));
  const { user } = await show({ getUserMedia }, "?stage=before");
  await screen.findByText("The camera is not allowed");
  expect(screen.getByText(/^Allow the camera for this site in the browser/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2));
});

test("a camera that a call holds takes no old picture, says so, and takes photos again once it shows one [CAM-02]", async () => {
  const { user, track, encode } = await showLive("?stage=before");
  act(() => void track.dispatchEvent(new Event("mute")));
  await screen.findByText("The camera is paused");
  await user.click(shutter());
  act(() => void track.dispatchEvent(new Event("unmute")));
  const picture = await screen.findByLabelText("Picture of the camera");
  await user.click(shutter());
  expect(encode).not.toHaveBeenCalled();

  fireEvent.playing(picture);
  await user.click(shutter());
  await waitFor(() => expect(encode).toHaveBeenCalledOnce());
});

test("a shot that could not be made is said at once and shown in the strip [CAM-01]", async () => {
  const { user, encode } = await showLive("?stage=before");
  encode.mockRejectedValueOnce(new Error("no memory"));
  await user.click(shutter());
  await screen.findByText("Photo not kept");
  expect(lastShot()).toMatch(/, not sent$/);
  expect(FakeUpload.sent).toEqual([]);
});

test("a shot that a full device could not keep as its line went is not told as sent, and goes with the next line [CAM-01] [FIELD-05] [FIELD-09]", async () => {
  const estimate = () => Promise.resolve({ quota: 2 ** 20, usage: 2 ** 20 });
  Object.defineProperty(navigator, "storage", { value: { estimate }, configurable: true });
  try {
    const { user } = await showLive("?stage=before");
    FakeUpload.answers = ["cut"];
    await user.click(shutter());
    await screen.findByText("This device keeps no photo now");
    expect(lastShot()).toMatch(/, only in this page$/);

    wakeOutbox();
    await waitFor(() => expect(lastShot()).toMatch(/, sent$/));
    expect(FakeUpload.stored.size).toBe(1);
  } finally {
    Reflect.deleteProperty(navigator, "storage");
  }
});

test("a shot that is discarded before it is sent is not told as sent [CAM-01] [FIELD-05]", async () => {
  FakeUpload.answerTo = () => "never";
  const { user } = await showLive("?stage=before");
  await user.click(shutter());
  await waitFor(() => expect(lastShot()).toMatch(/, on its way$/));
  await waitFor(() => expect(outbox.snapshot().operations).toHaveLength(1));
  uploadQueue.cancel(...uploadQueue.snapshot().map(({ key }) => key));
  await waitFor(() => expect(lastShot()).toMatch(/, not sent$/));
});

test("a shot is told as on its way once the device has it [CAM-01] [FIELD-05]", async () => {
  FakeUpload.answerTo = () => "never";
  const { user } = await showLive("?stage=before");
  const store = outbox.do;
  let letStore = () => undefined;
  const doing = vi.spyOn(outbox, "do").mockImplementation(async (...sent) => {
    await new Promise<undefined>((resolve) => {
      letStore = () => void resolve(undefined);
    });
    return await store(...sent);
  });
  await user.click(shutter());
  await waitFor(() => expect(doing).toHaveBeenCalledOnce());
  expect(lastShot()).toMatch(/, being kept$/);

  letStore();
  await waitFor(() => expect(lastShot()).toMatch(/, on its way$/));
});
