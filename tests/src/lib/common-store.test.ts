import { expect, onTestFinished, test, vi } from "vitest";
import { KeptDatabase } from "../../../src/lib/answers/kept/kept-database.ts";
import { DraftDatabase } from "../../../src/lib/photos/draft-database.ts";
import { TypedDatabase } from "../../../src/lib/typed/typed-database.ts";
import { Device } from "../outbox/device.ts";
import { ThingsServer } from "../outbox/things-server.ts";
import { loseDatabases, stubCopiedDevice } from "../support/copied-device.ts";
import { personOf } from "./typed/kept-texts.ts";

/** Records the stores of each change, by database. */
function recordChanges(): Map<string, string[][]> {
  const changes = new Map<string, string[][]>();
  const begin = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, "transaction")
    ?.value as IDBDatabase["transaction"];
  const spy = vi.spyOn(IDBDatabase.prototype, "transaction");
  spy.mockImplementation(function (this: IDBDatabase, stores, mode, options) {
    if (mode === "readwrite")
      changes.set(this.name, [
        ...(changes.get(this.name) ?? []),
        typeof stores === "string" ? [stores] : [...stores],
      ]);
    return Reflect.apply(begin, this, [stores, mode, options]);
  });
  onTestFinished(() => spy.mockRestore());
  return changes;
}

const earlier = { by: "ana of old", email: "ana@example.com", name: "ana" };
const place = { unitId: "unit", type: "before", address: "/", caption: "", day: null };
const chosen = { ...place, files: [{ key: "a", name: "a.png" }] };

async function work(device: Device): Promise<void> {
  const ana = personOf("ana");
  const tab = await device.open("ana");
  const files = { photo: new Blob(["photo"]) };
  await tab.outbox.confirmed(await tab.outbox.do("set", { record: "a", value: "1" }, { files }));
  tab.line.cut();
  await tab.outbox.takeBack(await tab.outbox.do("set", { record: "a", value: "2" }));
  await tab.outbox.do("set", { record: "a", value: "3" });

  const texts = new TypedDatabase();
  const typed = { ...earlier, key: "unit", text: "Mind", at: 1 };
  await texts.write(earlier.by, { put: [typed], drop: [] });
  expect(await texts.read(ana)).toHaveLength(1);

  const drafts = new DraftDatabase();
  await drafts.write({ ...chosen, ...earlier }, new Map([["a", new Blob(["a"])]]));
  expect((await drafts.read(ana)).drafts).toHaveLength(1);

  tab.kill();

  const answers = new KeptDatabase();
  await answers.begin("ana", { id: "ana" });
  await answers.write("ana", "tasks:list", { text: "[]", at: 1 });
  await answers.read("ana", "tasks:list");
}

async function forget(): Promise<void> {
  await new TypedDatabase().forget(personOf("ana"));
  await new DraftDatabase().forget(personOf("ana"));
  await new KeptDatabase().clear();
}

test("all changes of a database have a store in common: Chromium deletes databases that die with two changes of different stores [FIELD-04]", async () => {
  stubCopiedDevice();
  const changes = recordChanges();
  const device = new Device({ serve: new ThingsServer().serve });
  onTestFinished(() => device.end());
  await work(device);
  loseDatabases();
  await work(device);
  await forget();

  expect([...changes.keys()].sort()).toEqual(
    [device.name, "turnboard-answers", "turnboard-drafts", "turnboard-typed"].sort(),
  );
  for (const [name, each] of changes) {
    const [first = [], ...others] = each;
    const common = first.filter((store) => others.every((stores) => stores.includes(store)));
    expect(common, name).not.toEqual([]);
    expect(others.length, name).toBeGreaterThan(1);
  }
});
