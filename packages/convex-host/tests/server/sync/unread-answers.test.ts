import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { callerNamed, connectedClientState } from "../../support/client-state.ts";
import { app } from "../../support/fixture-api.ts";
import { connect, startTestHost } from "../../support/live-host.ts";
import { addQuery, connectRaw } from "../../support/raw-client.ts";

/** Builds a message that asks one question under many query ids. */
function askTimes(count: number, version: number, query: { udfPath: string; args: object }) {
  const { udfPath, args } = query;
  const add = (queryId: number) => ({ type: "Add", queryId, udfPath, args: [args] });
  return {
    ...addQuery(version, query),
    modifications: Array.from({ length: count }, (_, queryId) => add(queryId)),
  };
}
const allAnswered = (count: number) => ({
  ...{ client: 7, querySet: 1, identity: 0, ts: 5n },
  changes: Array.from({ length: count }, (_, queryId) => ({ queryId, result: 0 })),
});

test("answers that are more than a message may hold end their connection, and become no message [B24]", () => {
  const { state, said, asked, receive } = connectedClientState();
  receive({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: "token" });
  state.verified(callerNamed("ann"));
  receive(askTimes(1000, 0, { udfPath: "a:b", args: {} }));

  // The whole message is larger than a JavaScript string may be; building it would crash the host for everybody.
  state.update(allAnswered(1000), [{ text: "x".repeat(1_000_000), journal: null }]);

  expect(asked.closed).toEqual([
    { code: 1013, reason: "TooManyConcurrentRequests: too much in one answer" },
  ]);
  expect(said).toEqual([]);
});

test("sockets that read nothing give way when unread messages are too many, and who reads is served [B24]", async () => {
  const host = await startTestHost({ limits: { undeliveredBytesOfAll: 30_000_000 } });
  const deaf = await Promise.all(Array.from({ length: 4 }, () => connectRaw(host.url)));
  // The answers exceed the system's socket buffers, so the host must hold the rest.
  const large = { udfPath: "items:list", args: { list: "a" } };
  const near = connect(host.url);
  const token = await near.action(app.sign, { subject: "ann" });
  near.setAuth(() => Promise.resolve(token));
  // Random text does not shrink much under compression.
  await near.mutation(app.add, { list: "a", text: randomBytes(675_000).toString("base64") });
  for (const client of deaf) {
    client.socket.pause();
    client.send(askTimes(30, 1, large));
  }

  await expect.poll(() => host.thread.watchedQueries, { timeout: 20_000 }).toBe(30);

  await near.mutation(app.add, { list: "b", text: "one" });
  expect(await near.query(app.list, { list: "b" })).toEqual(["one"]);
});
