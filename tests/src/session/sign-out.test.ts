import { expect, test, vi } from "vitest";
import { KeptAnswers, keptAnswers } from "../../../src/lib/answers/kept/kept-answers.ts";
import { KeptDatabase } from "../../../src/lib/answers/kept/kept-database.ts";
import type { Editor } from "../../../src/lib/optimistic/block-change.ts";
import { openDatabase } from "../../../src/lib/outbox/database.ts";
import type { Client } from "../../../src/lib/outbox/client-line.ts";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { lastUnit } from "../../../src/lib/device/last-unit.ts";
import { DraftDatabase } from "../../../src/lib/photos/draft-database.ts";
import { secondCopyOf } from "../../../src/lib/device/second-copy.ts";
import { signOut } from "../../../src/lib/sign-out.ts";
import { toastStore } from "../../../src/lib/toast-store.ts";
import { TypedDatabase } from "../../../src/lib/typed/typed-database.ts";
import { keepPreviewsOf } from "../../../src/lib/version/preview-cache.ts";
import { stubIndexedDb } from "../outbox/indexed-db.ts";
import { withoutAddress } from "../lib/typed/kept-texts.ts";
import { FakeCaches } from "../support/fake-caches.ts";
import { ofServer } from "../support/of-server.ts";

const ana = { id: "ana", firstName: "Ana", lastName: "Silva", email: "ana@example.com" } as Editor;
/** The account of the same person in the data of before. */
const earlier = { by: "ana of old", email: "ana@example.com", name: "Ana Silva" };

test("signing out leaves nothing of the person on the device: no work, no answers, no photos [FIELD-08]", async () => {
  stubIndexedDb();
  const caches = new FakeCaches();
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", () => Promise.resolve(ofServer(new Response(""))));
  vi.stubGlobal("navigator", { ...navigator, onLine: false, locks: undefined });
  const leave = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  const client = {
    connectionState: () => ({ isWebSocketConnected: false }),
    subscribeToConnectionState: () => () => undefined,
  } as unknown as Client;
  const close = outbox.start(client, ana);
  await outbox.do("note.add", { unitId: "unit", content: "Mind the step" });
  const drafts = new DraftDatabase();
  const draft = { unitId: "unit", type: "before", address: "/", caption: "", day: null };
  const files = [{ key: "a", name: "a.png" }];
  await drafts.write({ ...draft, by: "ana", files }, new Map());
  await drafts.write({ ...draft, by: "ben", files }, new Map());
  await drafts.write({ ...draft, ...earlier, files }, new Map());
  const texts = new TypedDatabase();
  for (const author of [{ by: "ana" }, { by: "ben" }, earlier]) {
    const put = [{ ...author, key: "unit", text: "Mind", at: Date.now() }];
    await texts.write(author.by, { put, drop: [] });
  }
  keptAnswers.begin({ id: "ana" });
  keptAnswers.keep('tasks:list {"unitId":"101"}', [{ name: "Paint" }]);
  await keptAnswers.write();
  await keepPreviewsOf("ana");
  lastUnit.set({ projectId: "oak", unitId: "101", name: "101", projectName: "Oak Court" });
  sessionStorage.setItem("selected ana / units", "101");
  const device = await openDatabase();
  expect(await device.read()).toHaveLength(1);
  expect(await new KeptAnswers().viewer()).toEqual({ id: "ana" });
  const copied = async () => {
    const names = ["outbox", "drafts", "typed"].map((each) => `copy-of-turnboard-${each}`);
    const addresses = await Promise.all(names.map((each) => caches.addresses(each)));
    return addresses.map((each) => each.map((address) => decodeURIComponent(address)));
  };
  await vi.waitFor(async () => {
    expect((await copied()).map(({ length }) => length)).toEqual([1, 3, 3]);
  });
  // Rows that no database has: of a tab that was too late, and of a copy that was not put back.
  const left = secondCopyOf("copy-of-turnboard-drafts");
  const draftRow = { ...draft, by: "ana", files: [{ key: "late", name: "late.png" }] };
  await left.note({
    put: [
      { store: "drafts", key: "late", value: draftRow },
      { store: "files", key: "late", value: null },
    ],
  });
  expect(await caches.keys()).toContain("photo-previews-of-ana");

  await signOut(ana);

  expect(await device.read()).toEqual([]);
  expect((await drafts.read(withoutAddress("ana"))).drafts).toEqual([]);
  expect((await drafts.read(withoutAddress(earlier.by))).drafts).toEqual([]);
  expect((await drafts.read(withoutAddress("ben"))).drafts).toHaveLength(1);
  expect(await texts.read(withoutAddress("ana"))).toEqual([]);
  expect(await texts.read(withoutAddress(earlier.by))).toEqual([]);
  expect(await texts.read(withoutAddress("ben"))).toHaveLength(1);
  expect(await new KeptAnswers().viewer()).toBeNull();
  expect(await caches.keys()).not.toContain("photo-previews-of-ana");
  const ofBen = [expect.stringMatching(/of-ben /)];
  expect(await copied()).toEqual([[], ofBen, ofBen]);
  expect(sessionStorage).toHaveLength(0);
  expect(JSON.stringify(Object.values(localStorage))).not.toContain("Oak Court");
  expect(leave).toHaveBeenCalledWith("/api/logout");
  close();
});

test("a sign-out deletes the kept answers also where iOS has ended the storage in the background [FIELD-08]", async () => {
  stubIndexedDb();
  const answers = new KeptDatabase();
  await answers.begin("ana", { id: "ana" });
  await answers.write("ana", "tasks:list", { text: "[]", at: 1 });
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(() => {
    throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
  });

  await answers.clear();

  expect(await new KeptDatabase().person()).toBeUndefined();
  expect(await new KeptDatabase().read("ana", "tasks:list")).toBeUndefined();
});

test("a sign-out deletes what an earlier account left also where the device has no room for a write [FIELD-08]", async () => {
  stubIndexedDb();
  vi.stubGlobal("caches", new FakeCaches());
  vi.stubGlobal("fetch", () => Promise.resolve(ofServer(new Response(""))));
  vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  const drafts = new DraftDatabase();
  const draft = { unitId: "unit", type: "before", address: "/", caption: "", day: null };
  const chosen = { ...draft, ...earlier, files: [{ key: "a", name: "a.png" }] };
  await drafts.write(chosen, new Map([["a", new Blob(["a"])]]));
  const texts = new TypedDatabase();
  const typed = { ...earlier, key: "unit", text: "Mind", at: Date.now() };
  await texts.write(earlier.by, { put: [typed], drop: [] });
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("The device is full", "QuotaExceededError");
  });

  await signOut(ana);

  expect(await texts.read(withoutAddress(earlier.by))).toEqual([]);
  expect((await drafts.read(withoutAddress(earlier.by))).drafts).toEqual([]);
  expect(await drafts.file("a")).toBeNull();
});

test.each([
  ["200", () => new Response("<!doctype html>Welcome to our hotel")],
  ["200 and JSON", () => Response.json({ status: "ok" })],
  ["503 of a server without its database", () => ofServer(new Response("", { status: 503 }))],
])(
  "a device keeps all of a person whose sign-out meets %s in the server's place [FIELD-05] [FIELD-08]",
  async (_, answer) => {
    stubIndexedDb();
    vi.stubGlobal("caches", new FakeCaches());
    vi.stubGlobal("fetch", () => Promise.resolve(answer()));
    const leave = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    leave.mockClear();
    const texts = new TypedDatabase();
    const typed = { by: "ana", key: "unit", text: "Mind", at: Date.now() };
    await texts.write("ana", { put: [typed], drop: [] });

    await signOut(ana);

    expect(await texts.read(withoutAddress("ana"))).toHaveLength(1);
    expect(leave).not.toHaveBeenCalled();
    expect(toastStore.snapshot()).toMatchObject([{ title: "You are still signed in" }]);
  },
);
