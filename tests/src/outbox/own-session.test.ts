import { expect, test, vi } from "vitest";
import { ownAccounts } from "../../../src/lib/device/own-accounts.ts";
import { Device } from "./device.ts";
import { stubIndexedDb } from "./indexed-db.ts";
import { ThingsServer } from "./things-server.ts";

test("a connection that is signed in as somebody else sends nothing [FIELD-08]", async () => {
  stubIndexedDb();
  const server = new ThingsServer();
  const device = new Device({ serve: server.serve });
  const tab = await device.open("ana", { session: "ben" });
  await tab.outbox.do("set", { record: "a", value: "1" });
  tab.line.cut();
  tab.line.restore();
  const other = await device.open("ben");
  await other.outbox.do("set", { record: "a", value: "2" });
  await vi.waitFor(() => expect(other.operations()).toEqual([]));
  expect(tab.operations()).toMatchObject([{ state: "waiting", tries: 0 }]);
  expect(server.log).toMatchObject([{ value: "2", by: "ben" }]);
});

/** Lets work of Ana wait on a device. Returns a function that opens it for a person after the data was replaced. */
async function letWait(lastName = "Silva") {
  stubIndexedDb();
  const server = new ThingsServer();
  const device = new Device({ serve: server.serve });
  const before = await device.open("ana", {
    ...{ email: "Ana@example.com", isConnected: false, lastName },
    firstName: lastName === "" ? "" : "Ana",
  });
  const act = await before.outbox.do("set", { record: "a", value: "1" });
  await before.outbox.do("undo", { record: "a", act });
  await before.outbox.do("set", { record: "b", value: "2" });
  before.kill();
  const openAs = async (email: string | null, lastName = "Silva") =>
    await device.open("somebody of today", {
      ...{ email, lastName },
      firstName: lastName === "" ? "" : "Ana",
    });
  return { server, act, openAs };
}

test("work of a person's account before the data was replaced is told and not sent, until the person sends it with what belongs to it [FIELD-06] [FIELD-08]", async () => {
  const { server, act, openAs } = await letWait();
  const tab = await openAs("ana@example.com");
  const message: unknown = expect.stringMatching(/data of this workspace was replaced/);
  const told = { state: "refused", refusal: { message } };
  expect(tab.operations()).toMatchObject([told, told, told]);
  expect(tab.overlays()).toEqual([]);
  await tab.outbox.confirmed(await tab.outbox.do("set", { record: "c", value: "3" }));
  expect(server.log).toMatchObject([{ value: "3" }]);

  await tab.outbox.retry(act);
  await vi.waitFor(() => expect(tab.operations()).toHaveLength(1));
  expect(server.log.slice(1)).toMatchObject([{ value: "1" }, { name: "things:undo" }]);
  expect(tab.operations()).toMatchObject([{ record: "b", state: "refused" }]);
});

test("a sign-out takes the work of the earlier account along, and nobody else sees it [FIELD-08]", async () => {
  const { openAs } = await letWait();
  // The last one has the address of Ana after her.
  const others: [email: string | null, lastName?: string][] = [
    ["ben@example.com"],
    [null],
    ["ana@example.com", "Weber"],
  ];
  for (const other of others) {
    const tab = await openAs(...other);
    expect(tab.operations()).toEqual([]);
    await tab.outbox.forget();
    tab.kill();
  }
  const tab = await openAs("ana@example.com");
  expect(tab.operations()).toHaveLength(3);
  await tab.outbox.forget();
  expect(tab.operations()).toEqual([]);
});

test("work of an account without a name is hidden from a person without a name at its address, and survives their sign-out, until they call it theirs [FIELD-06] [FIELD-08]", async () => {
  const { server, act, openAs } = await letWait("");
  const other = await openAs("ana@example.com", "");
  expect(other.operations()).toEqual([]);
  expect(other.inDoubt()).toHaveLength(3);
  await other.outbox.forget();
  other.kill();

  const tab = await openAs("ana@example.com", "");
  ownAccounts.add("somebody of today", "ana");
  await tab.outbox.refresh();
  expect(tab.inDoubt()).toEqual([]);
  expect(tab.operations()).toMatchObject([{ kind: "set", text: "a: 1" }, {}, { text: "b: 2" }]);
  expect(server.log).toEqual([]);
  await tab.outbox.retry(act);
  await vi.waitFor(() => expect(tab.operations()).toHaveLength(1));
  expect(server.log).toMatchObject([{ value: "1" }, { name: "things:undo" }]);
});
