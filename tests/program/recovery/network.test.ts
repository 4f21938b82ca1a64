import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { watchWithMany } from "../../faults/many-sockets.ts";
import {
  addQuery,
  app,
  connect,
  connectRaw,
  mutation,
  openProxy,
  startTestHost,
  until,
  watch,
} from "convex-host/test-support";

test("a client whose line went dead is let go, and has missed nothing when it comes back [S10]", async () => {
  const host = await startTestHost({
    limits: { longestSilenceMs: 100, silentClientMs: 600, tickMs: 100 },
  });
  const line = await openProxy(host.port);
  const far = connect(line.url);
  const near = connect(host.url);
  const seen = watch<string[]>(far, app.list, { list: "a" });
  await seen.next();

  line.holdAll();
  const answer = far.mutation(app.add, { list: "a", text: "said into the void" });
  await near.mutation(app.add, { list: "a", text: "meanwhile" });
  await until(
    () => host.thread.watchedQueries,
    (count) => count === 0,
  );
  line.cut();

  expect(await answer).toBe("said into the void");
  expect(await seen.until((texts) => texts.length === 2)).toEqual([
    "meanwhile",
    "said into the void",
  ]);
});

test("a client that writes and never reads is ended at the bound, and nobody waits for it [B4] [L8]", async () => {
  const host = await startTestHost({ limits: { undeliveredBytes: 1_000_000 } });
  const deaf = await connectRaw(host.url);
  deaf.send(addQuery(1, { udfPath: "items:large", args: { list: "a", bytes: 100_000 } }));
  await deaf.next("Transition");
  const near = connect(host.url);
  const seen = watch<string[]>(near, app.list, { list: "b" });
  await seen.next();

  deaf.socket.pause();
  // The answers are larger than the socket buffers of some megabytes.
  for (let request = 0; request < 60; request += 1) {
    const text = randomBytes(200_000).toString("hex");
    deaf.send(mutation(request, "items:add", { list: "a", text }));
  }
  await near.mutation(app.add, { list: "b", text: "one" });

  expect(await seen.next()).toEqual(["one"]);
  await until(
    () => host.thread.watchedQueries,
    (count) => count === 1,
  );
});

test("200 open sockets all see every change [L1]", async () => {
  const host = await startTestHost();
  const client = connect(host.url);
  const token = await client.action(app.sign, { subject: "ann" });

  const { lastMs } = await watchWithMany({
    ...{ url: host.url, tokens: [token], count: 200 },
    query: { path: "items:mine", args: { list: "a" } },
    write: async (marker) => void (await client.mutation(app.add, { list: "a", text: marker })),
  });

  expect(lastMs).toHaveLength(3);
});
