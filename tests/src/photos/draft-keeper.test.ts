import { Blob as NodeBlob } from "node:buffer";
import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DraftKeeper } from "../../../src/features/photos/sending/draft-keeper.ts";
import { stagedPhotos } from "../../../src/features/photos/sending/staged-photos.ts";
import type { Editor } from "../../../src/lib/optimistic/block-change.ts";
import { isChosenKnown } from "../../../src/lib/photos/chosen-count.ts";
import { keptPerson } from "../../../src/lib/device/kept-person.ts";
import { DraftDatabase } from "../../../src/lib/photos/draft-database.ts";
import { withoutAddress } from "../lib/typed/kept-texts.ts";
import { stubIndexedDb } from "../outbox/indexed-db.ts";

const mia = { id: "mia", firstName: "Mia", lastName: "Berg", email: "Mia@example.com" } as Editor;

beforeEach(() => stubIndexedDb());

const seen = (look: () => void | Promise<void>) =>
  vi.waitFor(look, { interval: 5, timeout: 10_000 });

/** A chosen photo. The fake IndexedDB stores only the blobs of Node. */
const photo = (name: string) => {
  const file = new NodeBlob([name], { type: "image/png" });
  return Object.assign(file, { name, lastModified: 0, webkitRelativePath: "" }) as unknown as File;
};

let keepers: DraftKeeper[] = [];

const open = () => {
  const keeper = new DraftKeeper(mia);
  keepers.push(keeper);
  keeper.start();
  return keeper;
};

afterEach(() => {
  localStorage.clear();
  for (const keeper of keepers) keeper.stop();
  keepers = [];
  for (const { place } of stagedPhotos.snapshot().values()) stagedPhotos.clear(place);
});

const sink = { unitId: "unit", type: "before" } as const;

const shown = () => stagedPhotos.get(sink)?.files.map(({ name }) => name);

/** The names of the photos in the section that the device has whole, and its caption. */
const stored = async () => {
  const { drafts } = await new DraftDatabase().read(mia);
  return drafts.map(({ draft, files }) => ({
    caption: draft.caption,
    names: draft.files.flatMap(({ key, name }) => (files.has(key) ? name : [])),
  }));
};

/** Chooses a photo as another page does, of which this one is told nothing. */
const chooseElsewhere = async (name: string, caption = "") => {
  const place = { ...sink, address: "/", day: null };
  const draft = { by: "mia", ...place, caption, files: [{ key: name, name }] };
  await new DraftDatabase().write(draft, new Map([[name, photo(name)]]));
};

const comeToFront = () => document.dispatchEvent(new Event("visibilitychange"));

test("the chosen photos of an earlier page are known once they are read, and not by a keeper that was stopped before [FIELD-08]", async () => {
  const ends: (() => void)[] = [];
  vi.spyOn(DraftDatabase.prototype, "read").mockImplementation(async () => {
    await new Promise<void>((resolve) => ends.push(resolve));
    return { drafts: [], made: null };
  });
  const isReading = (count: number) => vi.waitFor(() => expect(ends).toHaveLength(count));
  const stopped = new DraftKeeper(mia);
  stopped.start();
  await isReading(1);
  stopped.stop();
  const keeper = new DraftKeeper(mia);
  keeper.start();
  await isReading(2);
  ends[0]?.();
  await new Promise((resolve) => setTimeout(resolve));
  expect(isChosenKnown.snapshot()).toBe(false);

  ends[1]?.();
  await vi.waitFor(() => expect(isChosenKnown.snapshot()).toBe(true));
  keeper.stop();
  expect(isChosenKnown.snapshot()).toBe(false);
});

test("the photos that a person chose under an account of before the data was replaced are offered to them again, and to nobody else [FIELD-03] [FIELD-08]", async () => {
  const database = new DraftDatabase();
  const place = { unitId: "unit", type: "before", address: "/", day: null };
  const choose = (by: string, key: string, caption = "") =>
    database.write(
      {
        by,
        ...place,
        caption,
        email: "mia@example.com",
        name: "Mia Berg",
        files: [{ key, name: key }],
      },
      new Map([[key, new Blob([key])]]),
    );
  await choose("mia of old", "a.png", "The sink");
  await choose("mia", "b.png");
  const others = [
    { ...mia, id: "ben", email: "ben@example.com" },
    { ...mia, id: "eva", lastName: "Weber" },
  ] as Editor[];
  for (const other of others) await database.read(other);

  const keeper = new DraftKeeper(mia);
  keeper.start();
  const chosen = () => stagedPhotos.get({ unitId: "unit", type: "before" });
  await vi.waitFor(() =>
    expect(chosen()?.files.map(({ name }) => name)).toEqual(["a.png", "b.png"]),
  );
  expect(chosen()?.caption).toBe("The sink");
  keeper.stop();
  await database.forget(mia);
  expect((await database.read(withoutAddress("mia of old"))).drafts).toEqual([]);
  expect(await database.file("a.png")).toBeNull();
});

test("chosen photos are stored and read over a new connection when iOS has ended the old one [FIELD-03] [FIELD-04]", async () => {
  const database = new DraftDatabase();
  const place = { unitId: "unit", type: "before", address: "/", day: null };
  const draft = { by: "mia", ...place, caption: "", files: [{ key: "a.png", name: "a.png" }] };
  await database.read(mia);
  const lost = () => {
    throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
  };
  const open = vi.spyOn(IDBFactory.prototype, "open");
  vi.spyOn(IDBObjectStore.prototype, "get").mockImplementationOnce(lost);
  await database.write(draft, new Map([["a.png", new Blob(["a"])]]));
  vi.spyOn(IDBObjectStore.prototype, "getAll").mockImplementationOnce(lost);
  expect((await database.read(mia)).drafts).toHaveLength(1);
  expect(open).toHaveBeenCalledTimes(2);
});

test("a page that comes to the front shows the photos that another one has chosen meanwhile, although it was told nothing [FIELD-03] [GEN-03]", async () => {
  open();
  await seen(() => expect(isChosenKnown.snapshot()).toBe(true));
  await chooseElsewhere("a.png", "The sink");
  comeToFront();
  await seen(() => expect(shown()).toEqual(["a.png"]));
});

test("a photo chosen in a page that was told nothing of another one's takes the place of none, nor of its caption [FIELD-03] [FIELD-04]", async () => {
  open();
  await seen(() => expect(isChosenKnown.snapshot()).toBe(true));
  await chooseElsewhere("a.png", "The sink");
  stagedPhotos.add(sink, [photo("b.png")]);
  await seen(() => expect(shown()).toEqual(["a.png", "b.png"]));
  const both = [{ names: ["a.png", "b.png"], caption: "The sink" }];
  await seen(async () => expect(await stored()).toEqual(both));

  stagedPhotos.leaveOut(sink, "a.png");
  await seen(async () => expect(await stored()).toMatchObject([{ names: ["b.png"] }]));
});

test("a photo that another page has left out does not come back with the next one that is chosen here [FIELD-03]", async () => {
  await chooseElsewhere("a.png");
  open();
  await seen(() => expect(shown()).toEqual(["a.png"]));
  const known = { by: "mia", ...sink, address: "/", day: null, caption: "" };
  const files = [{ key: "a.png", name: "a.png" }];
  const elsewhere = new DraftDatabase();
  await elsewhere.write({ ...known, files: [] }, new Map(), { ...known, files });
  stagedPhotos.add(sink, [photo("b.png")]);
  await seen(() => expect(shown()).toEqual(["b.png"]));
  await seen(async () => expect(await stored()).toMatchObject([{ names: ["b.png"] }]));
});

test("a photo chosen on a device that could not say what it keeps takes the place of none [FIELD-03] [FIELD-04]", async () => {
  await chooseElsewhere("a.png");
  vi.spyOn(DraftDatabase.prototype, "read").mockRejectedValueOnce(new Error("lost"));
  open();
  stagedPhotos.add(sink, [photo("b.png")]);
  await seen(() => expect(shown()).toEqual(["a.png", "b.png"]));
  await seen(async () => expect(await stored()).toMatchObject([{ names: ["a.png", "b.png"] }]));
});

test("chosen photos stay, and are on the device again, when the browser has deleted its data under the open page [FIELD-03] [FIELD-09]", async () => {
  open();
  stagedPhotos.add(sink, [photo("a.png")]);
  stagedPhotos.describe(sink, { caption: "The sink" });
  await seen(async () => expect(await stored()).toHaveLength(1));
  await deleteDB("turnboard-drafts");
  comeToFront();
  const again = [{ names: ["a.png"], caption: "The sink" }];
  await seen(async () => expect(await stored()).toEqual(again));
  expect(shown()).toEqual(["a.png"]);

  await deleteDB("turnboard-drafts");
  stagedPhotos.add(sink, [photo("b.png")]);
  await seen(async () => expect((await stored())[0]?.names).toHaveLength(2));
  expect(shown()?.toSorted()).toEqual(["a.png", "b.png"]);
});

test("a tab stores no photo of a person who has signed out in a new storage [FIELD-08]", async () => {
  open();
  stagedPhotos.add(sink, [photo("a.png")]);
  await seen(async () => expect(await stored()).toHaveLength(1));
  await deleteDB("turnboard-drafts");
  keptPerson.takeBack();
  comeToFront();
  await seen(() => expect(shown()).toBeUndefined());
  expect(await stored()).toEqual([]);
});

test("photos are shown to nobody else whose session has begun while the device was read [FIELD-08]", async () => {
  await chooseElsewhere("a.png");
  const found = await new DraftDatabase().read(mia);
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  const read = vi.spyOn(DraftDatabase.prototype, "read").mockImplementation(async () => {
    await asked;
    return found;
  });
  const keeper = open();
  await seen(() => expect(read).toHaveBeenCalled());
  keeper.stop();
  answer();
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown()).toBeUndefined();
});

test("photos of an earlier account are there at once on a device that is too full to store them anew, and are given to the present one when there is room, each once [FIELD-03] [FIELD-08]", async () => {
  const database = new DraftDatabase();
  const place = { ...sink, address: "/", day: null, caption: "" };
  const earlier = { by: "mia of old", email: "mia@example.com", name: "Mia Berg" };
  const files = [{ key: "a.png", name: "a.png" }];
  await database.write({ ...earlier, ...place, files }, new Map([["a.png", photo("a.png")]]));
  await database.write({ by: "mia", ...place, files }, new Map());
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("The device is full", "QuotaExceededError");
  });
  open();
  await seen(() => expect(shown()).toEqual(["a.png"]));
  put.mockRestore();
  comeToFront();
  const ofBefore = async () => (await database.read(withoutAddress("mia of old"))).drafts;
  await seen(async () => expect(await ofBefore()).toEqual([]));
  expect(await stored()).toMatchObject([{ names: ["a.png"] }]);
});
