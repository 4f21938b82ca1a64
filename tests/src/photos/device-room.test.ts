import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SecondCopy } from "../../../src/lib/device/second-copy.ts";
import type { Editor } from "../../../src/lib/optimistic/block-change.ts";
import { canKeep } from "../../../src/lib/photos/device-room.ts";
import type { Client } from "../../../src/lib/outbox/client-line.ts";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { stubCopiedDevice } from "../support/copied-device.ts";

const MB = 1024 * 1024;
let close: () => void;

beforeEach(() => {
  const client = {
    mutation: () => Promise.reject(new Error("Photos go another way")),
    connectionState: () => ({ isWebSocketConnected: false }),
    subscribeToConnectionState: () => () => undefined,
  } as unknown as Client;
  close = outbox.start(client, { id: "user" } as Editor);
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

function stubStorage(storage: object | undefined) {
  vi.stubGlobal("navigator", { onLine: true, storage });
}

const wait = async (size: number) =>
  await outbox.do(
    "photo.add",
    {
      ...{ key: String(size), unitId: "unit", type: "before", name: "a.jpg", size },
      ...{ caption: null, photoDate: null, takenAt: null, taskId: null, sha256: null },
    },
    { files: { photo: new Blob(["x"]) } },
  );

test("a device keeps 500 MB, or 60 % of what the browser gives, counting all that waits [FIELD-09]", async () => {
  stubStorage({ estimate: () => Promise.resolve({ quota: 10_000 * MB, usage: 0 }) });
  await wait(490 * MB);
  expect(await canKeep(10 * MB)).toBe(true);
  expect(await canKeep(11 * MB)).toBe(false);

  stubStorage({ estimate: () => Promise.resolve({ quota: 820 * MB, usage: 0 }) });
  expect(await canKeep(MB)).toBe(true);
  expect(await canKeep(3 * MB)).toBe(false);
});

test("what others have filled of the device counts, and a browser that tells nothing holds up no photo [FIELD-09]", async () => {
  stubStorage({ estimate: () => Promise.resolve({ quota: 100 * MB, usage: 95 * MB }) });
  expect(await canKeep(5 * MB)).toBe(true);
  expect(await canKeep(6 * MB)).toBe(false);
  for (const storage of [undefined, {}, { estimate: () => Promise.reject(new Error("no")) }]) {
    stubStorage(storage);
    expect(await canKeep(6 * MB)).toBe(true);
  }
});

test("the second copies of files give way to a file that the device has not yet [FIELD-09]", async () => {
  const caches = stubCopiedDevice();
  const copy = new SecondCopy("copy-of-works");
  const place = { store: "files", key: "a", value: null };
  await copy.note({ put: [{ ...place, files: { photo: new Blob(["x"]) } }] });
  const copies = async () => (await caches.addresses("copy-of-works")).length;
  const usage = async () => (50 + 30 * (await copies())) * MB;
  stubStorage({ estimate: async () => ({ quota: 100 * MB, usage: await usage() }) });

  expect(await canKeep(20 * MB)).toBe(true);
  expect(await copies()).toBe(1);
  expect(await canKeep(50 * MB)).toBe(true);
  expect(await copies()).toBe(0);
  expect(await canKeep(51 * MB)).toBe(false);
});

test("a browser that never answers about its storage holds up no photo [FIELD-09]", async () => {
  vi.useFakeTimers();
  stubStorage({ estimate: () => new Promise(() => undefined) });
  const answer = canKeep(6 * MB);
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  expect(await answer).toBe(true);
});
