import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { SecondCopy } from "../../../src/lib/device/second-copy.ts";
import { DraftDatabase } from "../../../src/lib/photos/draft-database.ts";
import { TypedDatabase } from "../../../src/lib/typed/typed-database.ts";
import { Device } from "../outbox/device.ts";
import { fillDisk } from "../outbox/indexed-db.ts";
import { ThingsServer } from "../outbox/things-server.ts";
import { stubCopiedDevice } from "../support/copied-device.ts";
import type { FakeCaches } from "../support/fake-caches.ts";

let caches: FakeCaches;

beforeEach(() => {
  caches = stubCopiedDevice();
});

const photo = () => new Blob(["photo"], { type: "image/png" });

/** Fills the disk. It has room again when the copy of a file is removed. */
async function fillWithCopy(): Promise<void> {
  const copy = new SecondCopy("copy-of-others");
  await copy.note({ put: [{ store: "files", key: "a", value: null, files: { file: photo() } }] });
  const cache = await caches.open("copy-of-others");
  const free = fillDisk();
  onTestFinished(free);
  const { delete: remove } = cache;
  vi.spyOn(cache, "delete").mockImplementation(async (asked) => {
    free();
    return await remove(asked);
  });
}

const draft = { unitId: "unit", type: "before", address: "/", caption: "", day: null, by: "ana" };
const chosen = { ...draft, files: [{ key: "b", name: "b.png" }] };
const typed = { by: "ana", key: "unit", text: "Mind", at: 1 };

async function databases() {
  const [drafts, texts] = [new DraftDatabase(), new TypedDatabase()];
  await Promise.all([drafts.all(), texts.all()]);
  const choose = async () => await drafts.write(chosen, new Map([["b", photo()]]));
  const type = async () => await texts.write("ana", { put: [typed], drop: [] });
  return { drafts, texts, choose, type };
}

test("a chosen photo is kept on a full device in the room of the copies of photos [FIELD-03] [FIELD-09]", async () => {
  const { drafts, choose } = await databases();
  await fillWithCopy();
  await choose();
  expect(await drafts.all()).toEqual([chosen]);
  expect(await (await drafts.file("b"))?.text()).toBe("photo");
});

test("a typed text is kept on a full device in the room of the copies of photos [FIELD-09]", async () => {
  const { texts, type } = await databases();
  await fillWithCopy();
  await type();
  expect(await texts.all()).toEqual([typed]);
});

test("a photo is handed over on a full device in the room of the copies of photos [FIELD-09]", async () => {
  const device = new Device({ serve: new ThingsServer().serve });
  onTestFinished(() => device.end());
  const tab = await device.open("ana", { isConnected: false });
  await fillWithCopy();
  const id = await tab.outbox.do("set", { record: "a" }, { files: { photo: photo() } });
  expect(await (await tab.outbox.files(id))?.["photo"]?.text()).toBe("photo");
});

test("a device that is full without any copy of a file says so [FIELD-09]", async () => {
  const { choose, type } = await databases();
  onTestFinished(fillDisk());
  await expect(type()).rejects.toThrow(expect.objectContaining({ name: "QuotaExceededError" }));
  await expect(choose()).rejects.toThrow();
});

test("the copies of files give way as soon as the browser has no room for another copy [FIELD-09]", async () => {
  const copy = new SecondCopy("copy-of-works");
  const fileRow = { store: "files", key: "a", value: null, files: { file: photo() } };
  await copy.note({ put: [fileRow] });
  const cache = await caches.open("copy-of-works");
  vi.spyOn(cache, "put").mockRejectedValueOnce(new DOMException("Full", "QuotaExceededError"));
  await copy.note({ put: [{ ...fileRow, key: "b" }] });
  expect(await caches.addresses("copy-of-works")).toEqual([]);
});
