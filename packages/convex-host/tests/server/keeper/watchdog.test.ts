import { expect, test } from "vitest";
import { app } from "../../support/fixture-api.ts";
import { connect, startTestHost } from "../../support/live-host.ts";
import { connectRaw } from "../../support/raw-client.ts";
import { watch } from "../../support/watch.ts";

const limits = { blockedThreadMs: 600 };
const timedOut = /Function execution timed out/;

test("a mutation in an endless loop fails; others go on, with all they watch [B5]", async () => {
  const host = await startTestHost({ limits });
  const [ann, bob] = [connect(host.url), connect(host.url)];
  const seen = watch<string[]>(bob, app.list, { list: "a" });
  await seen.next();

  const endless = ann.mutation(app.loopInMutation, {});
  const queued = bob.mutation(app.add, { list: "a", text: "still here" });

  await expect(endless).rejects.toThrow(timedOut);
  expect(await queued).toBe("still here");
  expect(await seen.until((texts) => texts.length > 0)).toEqual(["still here"]);
});

test("while the thread is stuck, sockets are still answered [B5]", async () => {
  const host = await startTestHost({ limits: { blockedThreadMs: 2000 } });
  const ann = connect(host.url);
  const endless = ann.action(app.loopInAction, {});
  endless.catch(() => undefined);

  const response = await fetch(`${host.url}/instance_name`);

  expect(response.status).toBe(200);
  expect(host.thread.isBusy).toBe(true);
  await expect(endless).rejects.toThrow(timedOut);
});

test("an HTTP action in an endless loop is answered with an error [B5]", async () => {
  const host = await startTestHost({ limits });

  const response = await fetch(`${host.url}/api/loop`);

  expect(response.status).toBe(503);
  expect(await (await fetch(`${host.url}/api/hello`)).text()).toContain("hello");
});

test("others have their turn between the queries of one request, also when these make no system call [R28]", async () => {
  const host = await startTestHost();
  const order: string[] = [];
  const ask = async (name: string, path: string, body: object) => {
    const answer = await fetch(host.url + path, { method: "POST", body: JSON.stringify(body) });
    await answer.text();
    order.push(name);
  };
  const queries = Array.from({ length: 200 }, () => ({ path: "loops:compute", args: {} }));
  const query = { path: "items:list", args: { list: "a" } };
  await ask("first", "/api/query", query);

  await Promise.all([
    ask("many", "/api/query_batch", { queries }),
    ask("one", "/api/query", query),
  ]);

  expect(order).toEqual(["first", "one", "many"]);
});

test("a live query in an endless loop fails and is not run again with every restart [B6]", async () => {
  const host = await startTestHost({ limits });
  const [ann, bob] = [connect(host.url), connect(host.url)];
  const endless = watch(ann, app.loopInQuery, {});
  const fine = watch<string[]>(ann, app.list, { list: "a" });

  await expect(endless.next()).rejects.toThrow(timedOut);
  expect(await fine.next()).toEqual([]);
  await bob.mutation(app.add, { list: "a", text: "one" });

  expect(await fine.until((texts) => texts.length > 0)).toEqual(["one"]);
  const blocked = host.logged.filter((line) => line.includes("function-thread.blocked"));
  expect(blocked).toHaveLength(1);
});

test("an action that ran when the thread was replaced fails, and is not run twice [B5]", async () => {
  const host = await startTestHost({ limits });
  const client = await connectRaw(host.url);
  client.send({ type: "Action", requestId: 0, udfPath: "loops:waitInAction", args: [{}] });
  client.send({ type: "Action", requestId: 1, udfPath: "loops:loopInAction", args: [{}] });

  const answers = [await client.next("ActionResponse"), await client.next("ActionResponse")];

  const textById = new Map(answers.map((answer) => [answer["requestId"], answer["result"]]));
  expect(textById.get(0)).toContain("interrupted");
  expect(textById.get(1)).toMatch(timedOut);
});
