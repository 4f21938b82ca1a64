import { anyApi } from "convex/server";
import { expect, test } from "vitest";
import { connect, startTestHost } from "../../support/live-host.ts";
import { watch } from "../../support/watch.ts";

test("[L1] what one client writes reaches the other", async () => {
  const host = await startTestHost();
  const [ann, bob] = [connect(host.url), connect(host.url)];
  const seen = watch<string[]>(bob, anyApi["items"]!["list"]!, { list: "a" });
  expect(await seen.next()).toEqual([]);

  await ann.mutation(anyApi["items"]!["add"]!, { list: "a", text: "one" });

  expect(await seen.next()).toEqual(["one"]);
});
