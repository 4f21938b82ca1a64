import { expect, test, vi } from "vitest";
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
