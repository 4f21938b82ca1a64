// @vitest-environment happy-dom
import type { OptimisticUpdate } from "convex/browser";
import { type ConvexReactClient, useQuery } from "convex/react";
import type { FunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { openProxy } from "../support/cuttable-proxy.ts";
import { app } from "../support/fixture-api.ts";
import { startTestHost } from "../support/live-host.ts";
import { openTab, reconnectNow, showHook } from "../support/react-tab.tsx";

const addAtOnce: OptimisticUpdate<{ list: string; text: string }> = (store, { list, text }) => {
  const texts = store.getQuery(app.list, { list });
  if (texts !== undefined) store.setQuery(app.list, { list }, [...texts, text]);
};

const add = (tab: ConvexReactClient, text: string) =>
  tab.mutation(app.add, { list: "a", text }, { optimisticUpdate: addAtOnce });

const showList = (tab: ConvexReactClient) => showHook(tab, () => useQuery(app.list, { list: "a" }));

/** Returns the renders from the first one that shows the text; all of them must show it. */
const rendersFrom = (values: readonly (string[] | undefined)[], text: string) =>
  values.slice(values.findIndex((texts) => texts?.includes(text) === true));

test("an own change is shown at once and never goes away between the answer and the news [L6]", async () => {
  const host = await startTestHost();
  const [tab, other] = [openTab(host.url), openTab(host.url)];
  const shown = showList(tab);
  await shown.until((texts) => texts !== undefined);

  for (let at = 0; at < 20; at += 1) {
    // Another client writes to the same list meanwhile, so that its updates arrive in between.
    const others = other.mutation(app.add, { list: "a", text: `other ${at}` });
    const own = add(tab, `own ${at}`);
    await Promise.all([own, others]);
  }
  await shown.until((texts) => texts?.length === 40);

  for (let at = 0; at < 20; at += 1) {
    const renders = rendersFrom(shown.values, `own ${at}`);
    expect(renders.filter((texts) => !texts?.includes(`own ${at}`))).toEqual([]);
    expect(
      renders.filter((texts) => texts!.filter((text) => text === `own ${at}`).length > 1),
    ).toEqual([]);
  }
});

test("many changes at once are shown together and are confirmed without a step back [L6] [S4]", async () => {
  const host = await startTestHost();
  const tab = openTab(host.url);
  const shown = showList(tab);
  await shown.until((texts) => texts !== undefined);
  const texts = Array.from({ length: 25 }, (_, at) => `text ${at}`);

  const answers = texts.map((text) => add(tab, text));
  await shown.until((found) => found?.length === texts.length);
  await Promise.all(answers);
  await openTab(host.url).mutation(app.add, { list: "a", text: "last" });
  await shown.until((found) => found?.includes("last") === true);

  const changes = shown.changes().map((found) => found?.length ?? 0);
  expect(changes).toEqual(changes.toSorted((a, b) => a - b));
  expect(shown.last).toEqual([...texts, "last"]);
});

test("a change that fails is taken back, and what came meanwhile stays [S8]", async () => {
  const host = await startTestHost();
  const [tab, other] = [openTab(host.url), openTab(host.url)];
  const shown = showList(tab);
  await shown.until((texts) => texts !== undefined);
  const refuse = app.refuse as unknown as FunctionReference<
    "mutation",
    "public",
    Record<string, never>,
    null
  >;

  const refused = tab.mutation(
    refuse,
    {},
    {
      optimisticUpdate: (store) => addAtOnce(store, { list: "a", text: "refused" }),
    },
  );
  const kept = add(tab, "kept");
  await shown.until((texts) => texts?.join() === "refused,kept");
  await expect(refused).rejects.toMatchObject({ data: { code: "refused" } });
  await kept;
  await other.mutation(app.add, { list: "a", text: "news" });
  await shown.until((texts) => texts?.includes("news") === true);

  expect(shown.last).toEqual(["kept", "news"]);
  const renders = rendersFrom(shown.values, "kept");
  expect(renders.filter((texts) => !texts?.includes("kept"))).toEqual([]);
});

test("a change made without a line stays shown until it is carried out, once [S5] [L6]", async () => {
  const host = await startTestHost();
  const line = await openProxy(host.port);
  const [tab, other] = [openTab(line.url), openTab(host.url)];
  const shown = showList(tab);
  await shown.until((texts) => texts !== undefined);

  line.holdAnswers();
  const lost = add(tab, "lost answer");
  await shown.until((texts) => texts?.includes("lost answer") === true);
  line.cut();
  const unsent = add(tab, "unsent");
  await shown.until((texts) => texts?.includes("unsent") === true);
  await other.mutation(app.add, { list: "a", text: "news" });
  await reconnectNow(tab);
  await Promise.all([lost, unsent]);
  const stored = await other.query(app.list, { list: "a" });
  await shown.until((texts) => texts?.join() === stored.join());

  expect(stored.toSorted()).toEqual(["lost answer", "news", "unsent"]);
  for (const text of ["lost answer", "unsent"]) {
    const renders = rendersFrom(shown.values, text);
    expect(renders.filter((texts) => !texts?.includes(text))).toEqual([]);
  }
});
