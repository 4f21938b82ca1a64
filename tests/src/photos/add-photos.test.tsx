import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addPhotos, type Shot } from "../../../src/features/photos/sending/add-photos.ts";
import { DoubtfulQuestion } from "../../../src/features/photos/doubtful-question.tsx";
import { doubtfulPhotos } from "../../../src/features/photos/sending/doubtful-photos.ts";
import { uploadQueue } from "../../../src/features/photos/sending/uploads.ts";
import { answers } from "../../../src/lib/answers/answers.ts";
import type { Editor } from "../../../src/lib/optimistic/block-change.ts";
import { connectionPerson } from "../../../src/lib/connection/connection-person.ts";
import type { Client } from "../../../src/lib/outbox/client-line.ts";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { newRequestKey } from "../../../src/lib/request-key.ts";
import { toastStore } from "../../../src/lib/toast-store.ts";
import { FakeUpload, stubUploads } from "./fake-upload.ts";

const place = { unitId: "unit", type: "before" } as const;
const hashOf = (content: string) => createHash("sha256").update(content).digest("hex");

function shotOf(content: string, name = `${content}.jpg`): Shot {
  return {
    ...{ key: newRequestKey(), file: new File([content], name, { type: "image/jpeg" }), name },
    ...{ caption: null, photoDate: null, takenAt: null, taskId: null },
  };
}

let close: () => void;

beforeEach(() => {
  stubUploads([hashOf("wall")]);
  const client = {
    mutation: () => Promise.reject(new Error("Photos go another way")),
    connectionState: () => ({ isWebSocketConnected: true }),
    subscribeToConnectionState: () => () => undefined,
  } as unknown as Client;
  connectionPerson.set("user");
  close = outbox.start(client, { id: "user" } as Editor);
});
afterEach(() => {
  cleanup();
  close();
  doubtfulPhotos.leaveOut("unit");
  uploadQueue.cancel(...uploadQueue.snapshot().map(({ key }) => key));
});

test("photos on the screen tell which files the unit has, and the server is not asked file by file [CAM-05]", async () => {
  const photos = [{ sha256: hashOf("wall") }];
  vi.spyOn(answers, "shown").mockReturnValue({
    getQuery: () => photos,
    getAllQueries: () => [],
  });
  const fetching = vi.spyOn(globalThis, "fetch");

  await addPhotos(place, [shotOf("wall"), shotOf("door")]);

  expect(doubtfulPhotos.ofUnit("unit").map(({ shot }) => shot.name)).toEqual(["wall.jpg"]);
  expect(fetching).not.toHaveBeenCalled();
  await waitFor(() => expect(sentNames()).toEqual(["door.jpg"]));
});

const sentNames = () => FakeUpload.sent.map((form) => (form.get("photo") as File).name);

test("a file that the unit has is asked about and the others go, and only if wanted it is added [CAM-05]", async () => {
  render(<DoubtfulQuestion unitId="unit" />);
  await addPhotos(place, [shotOf("wall"), shotOf("door")]);
  await screen.findByRole("alertdialog", { name: "This photo is already in this unit" });
  expect(screen.getByText(/^wall\.jpg/)).toBeVisible();
  await waitFor(() => expect(sentNames()).toEqual(["door.jpg"]));

  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(sentNames()).toEqual(["door.jpg"]);

  await addPhotos(place, [shotOf("wall")]);
  await user.click(await screen.findByRole("button", { name: "Add Anyway" }));
  await waitFor(() => expect(sentNames()).toEqual(["door.jpg", "wall.jpg"]));
});

test("a file that waits on this device, or is chosen twice at once, is found too, but not of another unit [CAM-05]", async () => {
  FakeUpload.answers = ["never"];
  await addPhotos(place, [shotOf("door"), shotOf("door", "copy.jpg")]);
  await addPhotos({ ...place, type: "progress" }, [shotOf("door", "again.jpg")]);
  await addPhotos({ ...place, unitId: "other" }, [shotOf("door")]);
  expect(doubtfulPhotos.ofUnit("unit").map(({ shot }) => shot.name)).toEqual([
    "copy.jpg",
    "again.jpg",
  ]);
  expect(doubtfulPhotos.ofUnit("other")).toEqual([]);
});

test("a server that cannot be asked, and a browser without hashes, hold up no photo [CAM-05]", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  await addPhotos(place, [shotOf("wall")]);
  await waitFor(() => expect(sentNames()).toEqual(["wall.jpg"]));

  stubUploads([hashOf("wall")]);
  vi.spyOn(crypto, "subtle", "get").mockReturnValue(undefined as unknown as SubtleCrypto);
  await addPhotos(place, [shotOf("wall")]);
  await waitFor(() => expect(sentNames()).toEqual(["wall.jpg"]));
});

test("a chosen file that was deleted since is told and holds up no other [PHOTO-03] [CAM-05]", async () => {
  const told = vi.spyOn(toastStore, "show");
  const gone = shotOf("door");
  const failure = new DOMException("A requested file could not be found", "NotFoundError");
  vi.spyOn(gone.file, "arrayBuffer").mockRejectedValue(failure);
  vi.spyOn(gone.file, "slice").mockReturnValue(gone.file);
  const roof = shotOf("roof");
  expect(await addPhotos(place, [gone, roof])).toEqual([roof.key]);
  await waitFor(() => expect(sentNames()).toEqual(["roof.jpg"]));
  expect(told).toHaveBeenCalledWith(expect.objectContaining({ title: "Photo not added" }));
});

test("what the camera took is handed over in the very call [CAM-01] [CAM-05]", () => {
  void addPhotos(place, [{ ...shotOf("wall"), preview: null, isTakenHere: true }]);
  expect(uploadQueue.snapshot().map(({ name }) => name)).toEqual(["wall.jpg"]);
});
