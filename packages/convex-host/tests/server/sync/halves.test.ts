import type { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { beforeEach, expect, test } from "vitest";
import { app } from "../../support/fixture-api.ts";
import { connect, type LiveHost, startTestHost } from "../../support/live-host.ts";
import { watch } from "../../support/watch.ts";

let host: LiveHost;
let admin: ConvexClient;
beforeEach(async () => {
  host = await startTestHost({ host: { isDevelopment: true } });
  admin = connect(host.url);
});

async function signedIn(subject: string): Promise<ConvexClient> {
  const token = await admin.action(app.sign, { subject });
  const client = connect(host.url);
  client.setAuth(() => Promise.resolve(token));
  return client;
}

const invite = (subject: string) => admin.mutation(app.add, { list: "guests", text: subject });
const runs = (name: string) => admin.action(app.count, { name });

test("a commit runs the body once for all callers, and no gate [L11]", async () => {
  const people = ["ann", "bob", "cleo"];
  for (const person of people) await invite(person);
  const clients = await Promise.all(people.map(signedIn));
  const seen = clients.map((client) => watch<string[]>(client, app.guestTexts, { list: "a" }));
  await Promise.all(seen.map((one) => one.next()));

  await admin.mutation(app.add, { list: "a", text: "one" });
  const results = await Promise.all(seen.map((one) => one.next()));

  expect(results).toEqual([["one"], ["one"], ["one"]]);
  expect(await runs("texts a")).toBe(2);
  expect(await Promise.all(people.map((person) => runs(`gate ${person}`)))).toEqual([1, 1, 1]);
});

test("queries of one client with the same gate ask it once [L11]", async () => {
  await invite("ann");
  const client = await signedIn("ann");

  await watch<string[]>(client, app.guestTexts, { list: "a" }).next();
  await watch<string[]>(client, app.guestTexts, { list: "b" }).next();

  expect(await runs("gate ann")).toBe(1);
});

test("who is not let in gets the gate's refusal, whoever else watches [L11]", async () => {
  await invite("ann");
  await admin.mutation(app.add, { list: "a", text: "secret" });
  const ann = watch<string[]>(await signedIn("ann"), app.guestTexts, { list: "a" });
  const eve = watch<string[]>(await signedIn("eve"), app.guestTexts, { list: "a" });
  const nobody = watch<string[]>(connect(host.url), app.guestTexts, { list: "a" });

  expect(await ann.next()).toEqual(["secret"]);
  await expect(eve.next()).rejects.toThrow("Not a guest");
  await expect(nobody.next()).rejects.toThrow("Not a guest");
  await admin.mutation(app.add, { list: "a", text: "more" });

  expect(await ann.next()).toEqual(["secret", "more"]);
  expect([...eve.waiting, ...nobody.waiting]).toEqual([]);
});

test("the body is not run while nobody is let in [L11]", async () => {
  const eve = watch<string[]>(await signedIn("eve"), app.guestTexts, { list: "a" });

  await expect(eve.next()).rejects.toThrow("Not a guest");

  expect(await runs("texts a")).toBe(0);
});

test("what the gate read lets people in and puts them out while they watch [L11]", async () => {
  const client = await signedIn("ann");
  const seen = watch<string[]>(client, app.guestTexts, { list: "guests" });
  await expect(seen.next()).rejects.toThrow("Not a guest");

  await invite("ann");
  expect(await seen.next()).toEqual(["ann"]);

  await admin.mutation(app.clear, { list: "guests" });
  await expect(seen.next()).rejects.toThrow("Not a guest");
  await invite("ann");
  expect(await seen.next()).toEqual(["ann"]);
});

test("a client that becomes someone else passes that one's gate [L11]", async () => {
  await invite("ann");
  const client = await signedIn("ann");
  const seen = watch<string[]>(client, app.guestTexts, { list: "a" });
  expect(await seen.next()).toEqual([]);

  const token = await admin.action(app.sign, { subject: "eve" });
  client.setAuth(() => Promise.resolve(token));

  await expect(seen.until(() => false)).rejects.toThrow("Not a guest");
});

test("a body that asks who is calling fails for everyone [L11]", async () => {
  await invite("ann");
  const seen = watch<string | null>(await signedIn("ann"), app.nosy, {});

  await expect(seen.next()).rejects.toThrow("asked who is calling");
});

test("no client can call a half [L11]", async () => {
  const body = makeFunctionReference<"query", { list: string }, string[]>("guests:texts#body");
  const gate = makeFunctionReference<"query", Record<string, never>, null>("guests:texts#gate");

  await expect(admin.query(body, { list: "a" })).rejects.toThrow("Invalid function path");
  await expect(watch(admin, gate, {}).next()).rejects.toThrow("Invalid function path");
});
