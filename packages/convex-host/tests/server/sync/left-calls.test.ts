import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { app } from "../../support/fixture-api.ts";
import { type LiveHost, startTestHost } from "../../support/live-host.ts";
import { addQuery, connectRaw, mutation, type RawClient } from "../../support/raw-client.ts";

const letGo = makeFunctionReference<"action", Record<string, never>, number>("holds:letGo");

/** The limits leave room for four short calls of one kind from one caller, and for eight in total. */
const callRoom = { bytes: 8_192, bytesOfOne: 4_096, bytesWhenFull: 2_048 };

async function signIn({ url }: LiveHost, subject: string): Promise<RawClient> {
  const client = await connectRaw(url);
  const value = await new ConvexHttpClient(url).action(app.sign, { subject });
  client.send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value });
  await client.next("Transition");
  return client;
}

/** Sends calls that wait until the test lets them go, then closes the socket. */
async function leaveCalls(client: RawClient, count: number): Promise<void> {
  for (let id = 0; id < count; id++)
    client.send({ type: "Action", requestId: id, udfPath: "holds:wait", args: [{}] });
  client.send({ type: "Action", requestId: count, udfPath: "runs:count", args: [{ name: "x" }] });
  await client.next("ActionResponse");
  client.socket.terminate();
}

const hold = (client: RawClient, id: number) =>
  client.send({ type: "Action", requestId: id, udfPath: "holds:wait", args: [{}] });
const add = (id: number) => mutation(id, "items:add", { list: "left", text: `${id}` });

test("calls of a socket that is gone count to their caller until they end, and to nobody else [B4]", async () => {
  const host = await startTestHost({ limits: { callRoom } });
  await leaveCalls(await signIn(host, "ann"), 3);
  const [ann, bob] = [await signIn(host, "ann"), await signIn(host, "bob")];

  bob.send(add(0));
  expect(await bob.next("MutationResponse")).toMatchObject({ success: true });
  hold(ann, 0);
  hold(ann, 1);
  expect(await ann.closed).toMatchObject({ code: 1013 });

  expect(await new ConvexHttpClient(host.url).action(letGo, {})).toBe(4);
  const again = await signIn(host, "ann");
  again.send(add(2));
  expect(await again.next("MutationResponse")).toMatchObject({ success: true });
});

test("when the calls of all take their room, a caller has a little of it [B4]", async () => {
  const host = await startTestHost({ limits: { callRoom } });
  await leaveCalls(await signIn(host, "ann"), 3);
  await leaveCalls(await signIn(host, "eve"), 3);
  const bob = await signIn(host, "bob");
  hold(bob, 0);
  hold(bob, 1);
  hold(bob, 2);
  expect(await bob.closed).toMatchObject({ code: 1013 });

  const cleo = await signIn(host, "cleo");
  cleo.send({ type: "Action", requestId: 0, udfPath: "holds:count", args: [{}] });
  expect(await cleo.next("ActionResponse")).toMatchObject({ success: true });
});

test("whoever has as many actions as there is room for, and none of them ends, still reads and writes [B4]", async () => {
  const host = await startTestHost({ limits: { callRoom } });
  await leaveCalls(await signIn(host, "ann"), 3);
  await leaveCalls(await signIn(host, "eve"), 3);
  const ann = await signIn(host, "ann");
  hold(ann, 0);

  for (let id = 1; id <= 5; id++) {
    ann.send(add(id));
    expect(await ann.next("MutationResponse")).toMatchObject({ requestId: id, success: true });
  }
  ann.send(addQuery(1, { udfPath: "items:list", args: { list: "left" } }));
  await expect
    .poll(() => ann.waiting.map((message) => JSON.stringify(message)).join(" "))
    .toContain('"value":["1","2","3","4","5"]');
});
