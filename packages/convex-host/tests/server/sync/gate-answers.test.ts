import type { ConvexClient } from "convex/browser";
import { beforeEach, expect, test } from "vitest";
import { openProxy } from "../../support/cuttable-proxy.ts";
import { app } from "../../support/fixture-api.ts";
import { connect, type LiveHost, startTestHost } from "../../support/live-host.ts";
import { watch, type Watched } from "../../support/watch.ts";

type Page = { page: string[] };

let host: LiveHost;
let admin: ConvexClient;
beforeEach(async () => {
  host = await startTestHost({ host: { isDevelopment: true } });
  admin = connect(host.url);
  await add("a", "apple", 3);
  await add("a", "banana", 5);
  await add("a", "cherry", 7);
});

const add = (list: string, text: string, rank = 0) => admin.mutation(app.add, { list, text, rank });
const runs = (prices: boolean) => admin.action(app.count, { name: `prices a ${prices}` });

async function signedIn(subject: string, url = host.url): Promise<ConvexClient> {
  const token = await admin.action(app.sign, { subject });
  const client = connect(url);
  client.setAuth(() => Promise.resolve(token));
  return client;
}

function watchPage(client: ConvexClient): Watched<Page> {
  const paginationOpts = { numItems: 2, cursor: null };
  return watch<Page>(client, app.pricePage, { list: "a", paginationOpts });
}

test("a commit runs the body once for each answer of the gate [L15]", async () => {
  await add("buyers", "ann");
  await add("buyers", "bob");
  const clients = await Promise.all(
    ["ann", "bob", "cleo", "dora", "eve"].map((one) => signedIn(one)),
  );
  const seen = clients.map((client) => watch<string[]>(client, app.prices, { list: "a" }));
  const first = await Promise.all(seen.map((one) => one.next()));

  await add("a", "date", 9);
  const second = await Promise.all(seen.map((one) => one.next()));

  const priced = ["apple for 3", "banana for 5", "cherry for 7"];
  const plain = ["apple", "banana", "cherry"];
  expect(first).toEqual([priced, priced, plain, plain, plain]);
  const [more, also] = [
    [...priced, "date for 9"],
    [...plain, "date"],
  ];
  expect(second).toEqual([more, more, also, also, also]);
  expect([await runs(true), await runs(false)]).toEqual([2, 2]);
});

test("a page keeps its end when its reader sees prices, and no longer [L15] [L7]", async () => {
  const seen = watchPage(await signedIn("ann"));
  await seen.next();
  await add("a", "apricot", 4);
  await seen.next();

  await add("buyers", "ann");
  const allowed = await seen.next();
  await admin.mutation(app.clear, { list: "buyers" });
  const refused = await seen.next();

  expect(allowed.page).toEqual(["apple for 3", "apricot for 4", "banana for 5"]);
  expect(refused.page).toEqual(["apple", "apricot", "banana"]);
});

test("who comes back with another sight gets the same page as that sees it [L15] [L7]", async () => {
  const line = await openProxy(host.port);
  await add("buyers", "ann");
  const seen = watchPage(await signedIn("ann", line.url));
  await seen.next();

  line.cut();
  await add("a", "apricot", 4);
  await admin.mutation(app.clear, { list: "buyers" });
  const { page } = await seen.until(({ page: texts }) => texts.includes("apricot"));

  expect(page).toEqual(["apple", "apricot", "banana"]);
});

test("a gate that answers with more than 1,024 bytes fails its queries [L15]", async () => {
  await expect(watch<string>(admin, app.talkative, {}).next()).rejects.toThrow(
    "more than 1024 bytes",
  );
});

test("an argument that is named as the gate's answer is refused as any other [L15]", async () => {
  await add("buyers", "ann");
  const [ann, eve] = [await signedIn("ann"), await signedIn("eve")];
  expect(await watch<string[]>(ann, app.prices, { list: "buyers" }).next()).toEqual(["ann for 0"]);

  const asked = watch<string[]>(eve, app.prices, { list: "buyers", prices: true });

  await expect(asked.next()).rejects.toThrow("extra field");
});
