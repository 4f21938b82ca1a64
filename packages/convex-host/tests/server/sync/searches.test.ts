import { expect, test } from "vitest";
import { app } from "../../support/fixture-api.ts";
import { connect, startTestHost } from "../../support/live-host.ts";
import { watch } from "../../support/watch.ts";

test("a search that is watched shows what is written, the best match first [Q13] [Q16]", async () => {
  const host = await startTestHost();
  const [ann, bob] = [connect(host.url), connect(host.url)];
  const seen = watch<string[]>(bob, app.findBooks, { shelf: "a", words: "red do" });
  expect(await seen.next()).toEqual([]);

  await ann.mutation(app.writeBook, { shelf: "a", text: "a long text of a door" });
  expect(await seen.next()).toEqual(["a long text of a door"]);
  await ann.mutation(app.writeBook, { shelf: "b", text: "red door" });
  await ann.mutation(app.writeBook, { shelf: "a", text: "red dot" });
  expect(await seen.next()).toEqual(["red dot", "a long text of a door"]);
});
