import { beforeEach, expect, test, vi } from "vitest";
import { DraftKeeper } from "../../../src/features/photos/sending/draft-keeper.ts";
import { stagedPhotos } from "../../../src/features/photos/sending/staged-photos.ts";
import type { Editor } from "../../../src/lib/optimistic/block-change.ts";
import { isChosenKnown } from "../../../src/lib/photos/chosen-count.ts";
import { DraftDatabase } from "../../../src/lib/photos/draft-database.ts";
import { stubIndexedDb } from "../outbox/indexed-db.ts";

const mia = { id: "mia", firstName: "Mia", lastName: "Berg", email: "Mia@example.com" } as Editor;

beforeEach(() => stubIndexedDb());

test("the chosen photos of an earlier page are known once they are read, and not by a keeper that was stopped before [FIELD-08]", async () => {
  const ends: (() => void)[] = [];
  vi.spyOn(DraftDatabase.prototype, "read").mockImplementation(async () => {
    await new Promise<void>((resolve) => ends.push(resolve));
    return [];
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
  for (const other of others) await database.adopt(other);

  const keeper = new DraftKeeper(mia);
  keeper.start();
  const chosen = () => stagedPhotos.get({ unitId: "unit", type: "before" });
  await vi.waitFor(() =>
    expect(chosen()?.files.map(({ name }) => name)).toEqual(["a.png", "b.png"]),
  );
  expect(chosen()?.caption).toBe("The sink");
  keeper.stop();
  await database.forget(mia);
  expect(await database.read("mia of old")).toEqual([]);
  expect(await database.file("a.png")).toBeNull();
});

test("chosen photos are stored and read over a new connection when iOS has ended the old one [FIELD-03] [FIELD-04]", async () => {
  const database = new DraftDatabase();
  const place = { unitId: "unit", type: "before", address: "/", day: null };
  const draft = { by: "mia", ...place, caption: "", files: [{ key: "a.png", name: "a.png" }] };
  await database.read("mia");
  const lost = () => {
    throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
  };
  const open = vi.spyOn(IDBFactory.prototype, "open");
  vi.spyOn(IDBObjectStore.prototype, "get").mockImplementationOnce(lost);
  await database.write(draft, new Map([["a.png", new Blob(["a"])]]));
  vi.spyOn(IDBObjectStore.prototype, "getAll").mockImplementationOnce(lost);
  expect(await database.read("mia")).toHaveLength(1);
  expect(open).toHaveBeenCalledTimes(2);
});
