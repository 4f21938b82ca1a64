import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Client } from "../../../src/lib/outbox/client-line.ts";
import type { outbox as Outbox } from "../../../src/lib/outbox/outbox.ts";
import type { Kinds } from "../../../src/lib/outbox/operations/table.ts";
import type { Editor } from "../../../src/lib/optimistic/block-change.ts";

const persist = vi.fn(() => Promise.resolve(true));
let outbox: typeof Outbox;
let close: () => void;

beforeEach(async () => {
  persist.mockClear();
  const storage = { persisted: () => Promise.resolve(false), persist };
  vi.stubGlobal("navigator", { onLine: true, storage });
  // Each visit asks once.
  vi.resetModules();
  ({ outbox } = await import("../../../src/lib/outbox/outbox.ts"));
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

function start({ isWebSocketConnected }: { isWebSocketConnected: boolean }): void {
  const client = {
    connectionState: () => ({ isWebSocketConnected, connectionCount: 1 }),
    subscribeToConnectionState: () => () => undefined,
  } as unknown as Client;
  close = outbox.start(client, { id: "user" } as Editor);
}

const note: Kinds["note.add"] = { unitId: "unit", content: "Mind the step" };
const photo: Kinds["photo.add"] = {
  ...{ key: "key", unitId: "unit", type: "before", name: "a.jpg", size: 1 },
  ...{ caption: null, photoDate: null, takenAt: null, taskId: null, sha256: null },
};

test("the browser is asked once a visit to keep what is done without a line [FIELD-09]", async () => {
  start({ isWebSocketConnected: false });
  await outbox.do("note.add", note);
  await outbox.do("note.add", note);
  await vi.waitFor(() => expect(persist).toHaveBeenCalledTimes(1));
});

test("the browser is asked to keep a photo, which takes long to go, and not a change over a good line [FIELD-09]", async () => {
  start({ isWebSocketConnected: true });
  await outbox.do("note.add", note);
  expect(persist).not.toHaveBeenCalled();
  await outbox.do("photo.add", photo, { files: { photo: new Blob(["x"]) } });
  await vi.waitFor(() => expect(persist).toHaveBeenCalledTimes(1));
});
