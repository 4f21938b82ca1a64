import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { UserBlock } from "../../../src/features/shell/menu/user-block.tsx";
import { drafts } from "../../../src/lib/typed/drafts.ts";
import { pendingId } from "../../../src/lib/outbox/operation.ts";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { waiting } from "../../../src/lib/waiting.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { unitOf } from "../support/records.ts";
import { renderAt } from "../support/render-at.tsx";
import { toastStore } from "../../../src/lib/toast-store.ts";
import { uploadQueue } from "../../../src/features/photos/sending/uploads.ts";
import { FakeUpload, stubUploads, wakeOutbox } from "../photos/fake-upload.ts";
import { ofServer } from "../support/of-server.ts";

let backend: FakeConvex;

beforeEach(() => {
  drafts.clear("unit");
  backend = new FakeConvex();
  backend.answer(api.units.list, { projectId: "project" }, [unitOf({})]);
  backend.disconnect();
});
afterEach(cleanup);

const note = { unitId: "unit", content: "Mind the step" };
const items = () => within(screen.getByRole("list", { name: "Not sent yet" }));
const item = (name: RegExp) => within(items().getByRole("listitem", { name }));

async function openList() {
  await waitFor(() => expect(waiting.snapshot().open).not.toBeNull());
  act(() => waiting.snapshot().open?.());
  await screen.findByRole("dialog", { name: "Not sent yet" });
}

test("what waits is listed in words, refused things first, and can be tried again, changed and discarded [FIELD-05] [FIELD-06]", async () => {
  const { user } = await renderAt(backend, <p>Page</p>);
  await act(() => outbox.do("unit.update", { unitId: "unit", status: "completed" }));
  await act(() => outbox.do("note.add", note));
  await openList();
  expect(waiting.snapshot()).toMatchObject({ count: 2, refused: 0 });
  expect(item(/^A unit: Completed$/).getByText(/^Waiting for/)).toBeVisible();

  const gone = new ConvexError({ code: "not_found", message: "Unit not found" });
  backend.handle(api.unitNotes.create, () => Promise.reject(gone));
  const clash = new ConvexError({ code: "conflict", message: "This unit needs a passed walk" });
  backend.handle(api.units.update, () => Promise.reject(clash));
  act(() => backend.connect());
  await waitFor(() => expect(waiting.snapshot()).toMatchObject({ count: 0, refused: 2 }));
  expect(item(/^Note/).getByText(/^Not accepted. This is no longer here/)).toBeVisible();
  expect(item(/^A unit/).getByText(/needs a passed walk\./)).toBeVisible();

  backend.handle(api.units.update, () => null);
  await user.click(item(/^A unit/).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(items().getAllByRole("listitem")).toHaveLength(1));
  await user.click(item(/^Note/).getByRole("button", { name: "Change" }));
  await waitFor(() => expect(outbox.snapshot().operations).toEqual([]));
  expect(drafts.get("unit")).toBe("Mind the step");
});

test("a refused note goes back with the text of its later edit, and discarding it says that the edit goes too [FIELD-06]", async () => {
  let refuse: () => void = () => undefined;
  const gone = new ConvexError({ code: "not_found", message: "Unit not found" });
  backend.handle(
    api.unitNotes.create,
    () => new Promise((_, reject) => (refuse = () => reject(gone))),
  );
  backend.connect();
  const { user } = await renderAt(backend, <p>Page</p>);
  const id = await act(() => outbox.do("note.add", note));
  await waitFor(() => expect(backend.sent).toHaveLength(1));
  const edit = { noteId: pendingId(id), unitId: "unit", base: note.content };
  await act(() => outbox.do("note.edit", { ...edit, content: "Mind both steps" }));
  await act(async () => refuse());
  await waitFor(() => expect(waiting.snapshot()).toMatchObject({ count: 1, refused: 1 }));
  await openList();
  expect(item(/^Edited note/).getByText(/^Waiting for what was not accepted/)).toBeVisible();

  await user.click(item(/^Note/).getByRole("button", { name: "Discard" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText(/not sent, with the later changes of it\.$/)).toBeVisible();
  await user.click(question.getByRole("button", { name: "Cancel" }));
  await user.click(item(/^Note/).getByRole("button", { name: "Change" }));
  await waitFor(() => expect(outbox.snapshot().operations).toEqual([]));
  expect(drafts.get("unit")).toBe("Mind both steps");
});

test("discarding asks first, and copying takes the whole of what was typed [FIELD-06]", async () => {
  const { user } = await renderAt(backend, <p>Page</p>);
  const content = `Mind the step. ${"It is steep. ".repeat(20)}`;
  await act(() => outbox.do("note.add", { unitId: "unit", content }));
  await openList();
  await user.click(item(/^Note/).getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toBe(content);
  await user.click(item(/^Note/).getByRole("button", { name: "Discard" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Discard" }));
  await screen.findByText("Everything is sent");
  expect(backend.sent).toEqual([]);
});

test("signing out with things waiting asks first, and sends them before where it can [FIELD-08]", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", () => Promise.resolve(ofServer(new Response(""))));
  const { user } = await renderAt(backend, <UserBlock />);
  await act(() => outbox.do("note.add", note));
  await user.click(screen.getByRole("button", { name: "Log out" }));
  const question = within(await screen.findByRole("dialog", { name: "1 change is not sent yet" }));
  await user.click(question.getByRole("button", { name: "Stay signed in" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(assign).not.toHaveBeenCalled();

  backend.handle(api.unitNotes.create, () => ({ id: "named" }));
  await user.click(screen.getByRole("button", { name: "Log out" }));
  await user.click(await screen.findByRole("button", { name: "Sign out and lose them" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/api/logout"));
  expect(outbox.snapshot().operations).toEqual([]);
  expect(backend.sent).toEqual([]);
});

test("where the server is gone behind the last change that is sent, the question goes and nobody is signed out [FIELD-08]", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  backend.connect();
  let answer: () => void = () => undefined;
  backend.handle(
    api.unitNotes.create,
    () => new Promise((resolve) => (answer = () => resolve({ id: "named" }))),
  );
  const { user } = await renderAt(backend, <UserBlock />);
  await act(() => outbox.do("note.add", note));
  await user.click(screen.getByRole("button", { name: "Log out" }));
  await user.click(await screen.findByRole("button", { name: "Send, then sign out" }));
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  await act(async () => answer());

  expect(await screen.findByText("You are still signed in")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(assign).not.toHaveBeenCalled();
});

test("a photo that a proxy answers in the server's place ends no press in silence, and waits in words, while the line is live [FIELD-05] [FIELD-06]", async () => {
  stubUploads();
  FakeUpload.answerTo = () => ({ status: 404, body: "<html>Not here", isOfOther: true });
  act(() => backend.connect());
  await renderAt(backend, <p>Page</p>);
  const told = vi.spyOn(toastStore, "show");
  const photo = new File(["wall"], "wall.jpg", { type: "image/jpeg" });
  const place = { unitId: "unit", type: "progress" } as const;
  const fields = { caption: null, photoDate: null, takenAt: null, taskId: null };
  const sent = { ...place, ...fields, key: "wall", name: "wall.jpg", file: photo };
  await act(() => uploadQueue.add([sent]));

  expect(told).toHaveBeenCalledWith(expect.objectContaining({ title: "Waiting for network" }));
  await openList();
  const words = /^Waiting: this network, or a proxy, answers in the server's place/;
  expect(item(/wall\.jpg$/).getByText(words)).toBeVisible();

  FakeUpload.answerTo = () => ({ status: 201 });
  await waitFor(() => {
    wakeOutbox();
    expect(outbox.snapshot().operations).toEqual([]);
  });
  expect(FakeUpload.stored.size).toBe(1);
});

test("a photo that a server without room refuses later says who has to act, and goes up when it is tried again [FIELD-06]", async () => {
  stubUploads();
  const message = "The server has too little free disk space for files.";
  FakeUpload.answerTo = () => ({ status: 507, body: JSON.stringify({ message }) });
  const { user } = await renderAt(backend, <p>Page</p>);
  const told = vi.spyOn(toastStore, "show");
  const fields = { caption: null, photoDate: null, takenAt: null, taskId: null, sha256: null };
  const photo = { unitId: "unit", type: "before", key: "wall", name: "wall.jpg", size: 4 } as const;
  const files = { photo: new File(["wall"], "wall.jpg", { type: "image/jpeg" }) };
  await act(() => outbox.do("photo.add", { ...photo, ...fields }, { files }));
  act(() => backend.connect());
  await waitFor(() => {
    wakeOutbox();
    expect(waiting.snapshot()).toMatchObject({ count: 0, refused: 1 });
  });

  const reason = /An administrator has to make room\./;
  expect(told).toHaveBeenCalledWith(
    expect.objectContaining({ title: "Not accepted", description: expect.stringMatching(reason) }),
  );
  await openList();
  expect(item(/wall\.jpg$/).getByText(reason)).toBeVisible();
  expect(item(/wall\.jpg$/).getByText(/Sent again by itself every few minutes\.$/)).toBeVisible();
  FakeUpload.answerTo = () => ({ status: 201 });
  await user.click(item(/wall\.jpg$/).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(outbox.snapshot().operations).toEqual([]));
  expect(FakeUpload.stored.size).toBe(1);
});

test("the file of a photo in the list can be saved, and it is said where the device has dropped it [FIELD-06]", async () => {
  const { user } = await renderAt(backend, <p>Page</p>);
  const fields = { caption: null, photoDate: null, takenAt: null, taskId: null, sha256: null };
  const photo = { unitId: "unit", type: "before", key: "sink", name: "sink.jpg", size: 4 } as const;
  const files = { photo: new File(["sink"], "sink.jpg", { type: "image/jpeg" }) };
  await act(() => outbox.do("photo.add", { ...photo, ...fields }, { files }));
  await act(() => outbox.do("note.add", note));
  await openList();
  expect(item(/^Note/).queryByRole("button", { name: "Save file" })).toBeNull();

  const saved: (string | Blob)[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    saved.push(file as Blob);
    return "blob:sink";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  await user.click(item(/sink\.jpg$/).getByRole("button", { name: "Save file" }));
  await waitFor(() => expect(saved).toEqual([expect.any(Blob), "sink.jpg"]));

  vi.spyOn(outbox, "files").mockResolvedValue(null);
  await user.click(item(/sink\.jpg$/).getByRole("button", { name: "Save file" }));
  await screen.findByText("The file of this photo is no longer on this device.");
  expect(saved).toHaveLength(2);
});

test("a change that the server's full disk does not take yet is counted and told with its reason, and goes by itself [FIELD-05] [FIELD-06]", async () => {
  const full = new ConvexError({ code: "NotStored", message: "The disk is full" });
  backend.handle(api.unitNotes.create, () => Promise.reject(full));
  await renderAt(backend, <p>Page</p>);
  await act(() => outbox.do("note.add", note));
  act(() => backend.connect());
  await waitFor(() => expect(waiting.snapshot()).toMatchObject({ count: 0, refused: 1 }));
  await openList();
  const words = /^Waiting: The server could not store this: .* Sent again by itself\./;
  expect(item(/^Note/).getByText(words)).toBeVisible();

  backend.handle(api.unitNotes.create, () => ({ id: "note" }));
  act(() => wakeOutbox());
  await screen.findByText("Everything is sent");
});
