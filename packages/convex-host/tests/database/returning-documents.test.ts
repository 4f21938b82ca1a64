import { expect, test } from "vitest";
import { mutate, read, roomsDatabase, temporaryPath } from "./fixture.ts";
import { copyOfKilled, open, countRows, takeOver } from "./stored-file.ts";

test("a file that comes again under its id just after it was deleted is there [D1] [D32]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  const file = (size: number) => ({ sha256: "", size, contentType: null });
  const id = await mutate(database, (tx) => tx.system.insert("_storage", file(1)));
  takeOver(database);
  await mutate(database, (tx) => tx.system.remove(id));
  await mutate(database, (tx) => tx.system.insert("_storage", file(2), id));
  for (let at = 0; at < 8; at++)
    await mutate(database, (tx) => tx.system.patch(id, { size: 3 + at }));
  takeOver(database);
  const stored = read(database, (tx) => [
    JSON.parse(tx.get({ id, isSystem: true })!) as { size: number },
    tx.count("_storage"),
    countRows(path, "documents"),
  ]);
  expect(stored).toMatchObject([{ size: 10 }, 1, 1]);
});

test("a document that is deleted and comes again in one flush is there, also after a kill [D1] [D27] [D32]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  const file = (size: number) => ({ sha256: "", size, contentType: null });
  const id = await mutate(database, (tx) => tx.system.insert("_storage", file(1)));
  takeOver(database);
  const both = [
    mutate(database, (tx) => tx.system.remove(id)),
    mutate(database, (tx) => tx.system.insert("_storage", file(2), id)),
  ];
  await Promise.all(both);
  const again = open(copyOfKilled(path));
  takeOver(database);
  for (const opened of [database, again]) {
    const [text, count] = read(opened, (tx) => [
      tx.get({ id, isSystem: true }),
      tx.count("_storage"),
    ]);
    expect([JSON.parse(String(text)), count]).toMatchObject([{ size: 2 }, 1]);
  }
});
