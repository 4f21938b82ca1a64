import { deleteDB } from "idb";
import { beforeEach, expect, test, vi } from "vitest";
import { CopyLine } from "../../../src/lib/device/copy-line.ts";
import { dropFileCopies } from "../../../src/lib/device/second-copy.ts";
import { copiedDrafts } from "../../../src/lib/photos/copied-drafts.ts";
import { DraftDatabase } from "../../../src/lib/photos/draft-database.ts";
import { withoutAddress } from "../lib/typed/kept-texts.ts";
import { loseDatabases, stubCopiedDevice } from "../support/copied-device.ts";
import type { FakeCaches } from "../support/fake-caches.ts";

let caches: FakeCaches;

beforeEach(() => {
  caches = stubCopiedDevice();
});

const photo = (text: string) => new Blob([text], { type: "image/png" });
const place = { unitId: "unit", type: "before", address: "/", caption: "The sink", day: null };
const draftOf = (...keys: string[]) => ({
  ...{ ...place, by: "ana" },
  files: keys.map((key) => ({ key, name: `${key}.png` })),
});
const copyHas = (rows: number) =>
  vi.waitFor(async () =>
    expect(await caches.addresses("copy-of-turnboard-drafts")).toHaveLength(rows),
  );

/** The photos of the device by key, as a page reads them. */
const chosen = async (database = new DraftDatabase()) => {
  const { drafts } = await database.read(withoutAddress("ana"));
  const files = drafts.flatMap((each) => [...each.files]);
  return await Promise.all(files.map(async ([key, file]) => `${key}: ${await file.text()}`));
};

/** The keys of the files in the database itself. */
const storedKeys = async () => {
  const opening = indexedDB.open("turnboard-drafts");
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const reading = opening.result.transaction("files").objectStore("files").getAllKeys();
  await new Promise((resolve) => (reading.onsuccess = resolve));
  opening.result.close();
  return reading.result.filter((key) => key !== "made");
};

test("chosen photos are there again when a crash has emptied the databases of the browser, and those that were left out are not [FIELD-03] [FIELD-04]", async () => {
  const database = new DraftDatabase();
  const files = new Map(["a", "b", "c"].map((key) => [key, photo(key)]));
  const known = await database.write(draftOf("a", "b", "c"), files);
  await database.write(draftOf("a", "c"), new Map(), known);
  await copyHas(3);
  loseDatabases();

  expect(await chosen()).toEqual(["a: a", "c: c"]);
  await vi.waitFor(async () => expect(await storedKeys()).toEqual(["a", "c"]));
  expect(await (await new DraftDatabase().file("c"))?.text()).toBe("c");
});

test("chosen photos that another page alone knows stay when the browser deletes the database under the pages [FIELD-03] [FIELD-04]", async () => {
  const page = new DraftDatabase();
  await page.write(draftOf("a"), new Map([["a", photo("a")]]));
  await copyHas(2);
  await deleteDB("turnboard-drafts");

  const other = { ...draftOf("b"), type: "after" };
  await new DraftDatabase().write(other, new Map([["b", photo("b")]]));
  expect((await chosen()).sort()).toEqual(["a: a", "b: b"]);
});

test("a photo that moves on keeps its copy until the next one is written [FIELD-04]", async () => {
  const database = new DraftDatabase();
  const known = await database.write(draftOf("a"), new Map([["a", photo("a")]]));
  await copyHas(2);
  const cache = await caches.open("copy-of-next");
  let store: () => void = () => undefined;
  const isStored = new Promise<void>((resolve) => (store = resolve));
  vi.spyOn(cache, "put").mockImplementation(async () => await isStored);
  const next = new CopyLine("next", copiedDrafts);
  next.note({ put: [{ store: "files", key: "a", value: null, files: { file: photo("a") } }] });

  await database.write(draftOf(), new Map(), known);
  await copyHas(1);
  expect(await chosen(new DraftDatabase())).toEqual([]);
  await copyHas(1);
  store();
  await copyHas(0);
});

test("a full device keeps the copies of photos that its database does not have yet [FIELD-04] [FIELD-09]", async () => {
  await new DraftDatabase().write(draftOf("a"), new Map([["a", photo("a")]]));
  await copyHas(2);
  loseDatabases();
  const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, "put")
    ?.value as IDBObjectStore["put"];
  const filled = vi.spyOn(IDBObjectStore.prototype, "put");
  filled.mockImplementation(function (this: IDBObjectStore, row: unknown, key) {
    if (row instanceof Blob) throw new DOMException("The disk is full", "QuotaExceededError");
    return Reflect.apply(put, this, [row, key]);
  });
  expect(await chosen()).toEqual(["a: a"]);
  await vi.waitFor(() => expect(filled.mock.calls.some(([row]) => row instanceof Blob)).toBe(true));
  expect(await dropFileCopies()).toBe(false);
  await copyHas(2);
  filled.mockRestore();
  expect(await chosen()).toEqual(["a: a"]);
});
