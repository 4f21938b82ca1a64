import { expect, test } from "vitest";
import { MemoryStore } from "../../server/demo-provider/memory-adapter.ts";

test("the demo provider's memory is bounded: the oldest goes first [OP-02]", async () => {
  const store = new MemoryStore({ clock: () => 0, atMost: 2 });
  const codes = store.adapterOf("AuthorizationCode");

  await codes.upsert("one", {}, 60);
  await codes.upsert("two", {}, 60);
  await codes.upsert("one", { used: true }, 60);
  await codes.upsert("three", {}, 60);

  expect(store.size).toBe(2);
  expect(await codes.find("two")).toBeUndefined();
  expect(await codes.find("one")).toEqual({ used: true });
});

test("what has expired is not found [OP-02]", async () => {
  let now = 0;
  const codes = new MemoryStore({ clock: () => now, atMost: 9 }).adapterOf("AuthorizationCode");
  await codes.upsert("one", {}, 60);

  now = 60_000;

  expect(await codes.find("one")).toBeUndefined();
});

test("withdrawing a grant takes everything given under it [OP-02]", async () => {
  const store = new MemoryStore({ clock: () => 0, atMost: 9 });
  const codes = store.adapterOf("AuthorizationCode");
  const tokens = store.adapterOf("AccessToken");
  await codes.upsert("code", { grantId: "g" }, 60);
  await tokens.upsert("token", { grantId: "g" }, 60);
  await tokens.upsert("other", { grantId: "h" }, 60);

  await tokens.revokeByGrantId("g");

  expect([await codes.find("code"), await tokens.find("token")]).toEqual([undefined, undefined]);
  expect(await tokens.find("other")).toEqual({ grantId: "h" });
});

test("a used code is marked with the time [OP-02]", async () => {
  const codes = new MemoryStore({ clock: () => 5000, atMost: 9 }).adapterOf("AuthorizationCode");
  await codes.upsert("one", {}, 60);

  await codes.consume("one");

  expect(await codes.find("one")).toEqual({ consumed: 5 });
});
