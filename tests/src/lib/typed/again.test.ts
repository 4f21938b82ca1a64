import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { drafts } from "../../../../src/lib/typed/drafts.ts";
import { TypedDatabase } from "../../../../src/lib/typed/typed-database.ts";
import { stubIndexedDb } from "../../outbox/indexed-db.ts";
import { open, seen, textsOf } from "./kept-texts.ts";

beforeEach(() => {
  stubIndexedDb();
  drafts.forgetAll();
});
afterEach(() => vi.useRealTimers());

test("a text that a full device did not take is kept once there is room, although nobody types on [GEN-03]", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const keeper = open("ana");
  const write = vi.spyOn(TypedDatabase.prototype, "write").mockRejectedValue(new Error("full"));
  drafts.set("unit", "Mind the step");
  await vi.waitFor(() => expect(write).toHaveBeenCalledOnce());
  // A write of the device itself ends between two steps of the clock.
  await vi.waitFor(() => expect(write.mock.settledResults[0]?.type).toBe("rejected"));
  write.mockRestore();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: "Mind the step" }));
  keeper.stop();
});
