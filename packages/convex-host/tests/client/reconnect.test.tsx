// @vitest-environment happy-dom
import { useQuery } from "convex/react";
import { expect, test } from "vitest";
import { openProxy } from "../support/cuttable-proxy.ts";
import { app } from "../support/fixture-api.ts";
import { startTestHost, temporaryFolder } from "../support/live-host.ts";
import { openTab, reconnectNow, showHook } from "../support/react-tab.tsx";
import { until } from "../support/until.ts";

const has = (text: string) => (texts: string[] | undefined) => texts?.includes(text) === true;

test("a tab that lost its line shows what it had, and after it what happened meanwhile [S5] [S12]", async () => {
  const host = await startTestHost();
  const line = await openProxy(host.port);
  const [far, near] = [openTab(line.url), openTab(host.url)];
  await near.mutation(app.add, { list: "a", text: "before" });
  const shown = showHook(far, () => useQuery(app.list, { list: "a" }));
  await shown.until(has("before"));

  line.cut();
  await near.mutation(app.add, { list: "a", text: "meanwhile" });
  await reconnectNow(far);
  await shown.until(has("meanwhile"));
  await near.mutation(app.add, { list: "a", text: "after" });
  await shown.until(has("after"));

  expect(shown.changes()).toEqual([
    undefined,
    ["before"],
    ["before", "meanwhile"],
    ["before", "meanwhile", "after"],
  ]);
});

test("what was written without a line is carried out once each and in order, also when the first answers were lost [S4] [S5]", async () => {
  const host = await startTestHost();
  const line = await openProxy(host.port);
  const [far, near] = [openTab(line.url), openTab(host.url)];
  const shown = showHook(far, () => useQuery(app.list, { list: "a" }));
  const seenNear = showHook(near, () => useQuery(app.list, { list: "a" }));
  await shown.until((texts) => texts !== undefined);
  const add = (text: string) => far.mutation(app.add, { list: "a", text });

  line.holdAnswers();
  const unanswered = ["1", "2"].map(add);
  await seenNear.until(has("2"));
  line.cut();
  const unsent = ["3", "4", "5"].map(add);
  await reconnectNow(far);

  const written = ["1", "2", "3", "4", "5"];
  expect(await Promise.all([...unanswered, ...unsent])).toEqual(written);
  // The tab knows the rows when the mutations resolve, and renders them soon after.
  expect(far.watchQuery(app.list, { list: "a" }).localQueryResult()).toEqual(written);
  await shown.until((texts) => texts?.length === written.length);
  const runs = written.map((text) => near.action(app.count, { name: `add ${text}` }));
  expect(await Promise.all(runs)).toEqual([1, 1, 1, 1, 1]);
});

test("a line cut again and again loses nothing and repeats nothing [S5]", async () => {
  const host = await startTestHost();
  const line = await openProxy(host.port);
  const far = openTab(line.url);
  const shown = showHook(far, () => useQuery(app.list, { list: "a" }));
  await shown.until((texts) => texts !== undefined);
  const texts = Array.from({ length: 40 }, (_, at) => `text ${at}`);

  const answers: Promise<string>[] = [];
  for (const [at, text] of texts.entries()) {
    answers.push(far.mutation(app.add, { list: "a", text }));
    if (at % 8 === 3) line.holdAnswers();
    if (at % 8 !== 7) continue;
    line.cut();
    await reconnectNow(far);
    await answers[at - 4];
  }

  expect(await Promise.all(answers)).toEqual(texts);
  expect(await shown.until((found) => found?.length === texts.length)).toEqual(texts);
  expect(isGrowing(shown.changes())).toBe(true);
});

test("an action under way when the line is cut fails and is not sent again [S5]", async () => {
  const host = await startTestHost();
  const line = await openProxy(host.port);
  const far = openTab(line.url);
  await far.query(app.list, { list: "a" });

  line.holdAnswers();
  const lost = far.action(app.slowAction, { ms: 200 });
  lost.catch(() => undefined);
  const added = far.mutation(app.add, { list: "a", text: "after it" });
  const near = openTab(host.url);
  // The host has received the mutation, and so also the action that was sent before it.
  await until(
    () => near.query(app.list, { list: "a" }),
    (texts) => texts.length === 1,
  );
  line.cut();
  await reconnectNow(far);

  await expect(lost).rejects.toThrow("Connection lost while action was in flight");
  expect(await added).toBe("after it");
});

test("a tab goes on by itself over a restart of the host [S12] [L7]", async () => {
  const dataDir = await temporaryFolder();
  const first = await startTestHost({ dataDir });
  const tab = openTab(first.url);
  const shown = showHook(tab, () => useQuery(app.list, { list: "a" }));
  await tab.mutation(app.add, { list: "a", text: "before" });
  await first.stop();
  const between = tab.mutation(app.add, { list: "a", text: "between" });
  const second = await startTestHost({ dataDir, port: first.port });

  expect(await between).toBe("between");
  await openTab(second.url).mutation(app.add, { list: "a", text: "after" });
  expect(await shown.until(has("after"))).toEqual(["before", "between", "after"]);
});

test("several tabs show the same, in the same order [L1] [L5]", async () => {
  const host = await startTestHost();
  const tabs = [openTab(host.url), openTab(host.url), openTab(host.url)];
  const shown = tabs.map((tab) => showHook(tab, () => useQuery(app.list, { list: "a" })));
  await Promise.all(shown.map((one) => one.until((texts) => texts !== undefined)));

  await Promise.all(
    tabs.flatMap((tab, at) =>
      ["x", "y", "z"].map((text) => tab.mutation(app.add, { list: "a", text: `${at}${text}` })),
    ),
  );
  const last = await Promise.all(shown.map((one) => one.until((texts) => texts?.length === 9)));

  expect(last[1]).toEqual(last[0]);
  expect(last[2]).toEqual(last[0]);
  for (const one of shown) expect(isGrowing(one.changes())).toBe(true);
  for (const at of [0, 1, 2])
    expect(last[0]!.filter((text) => text.startsWith(String(at)))).toEqual([
      `${at}x`,
      `${at}y`,
      `${at}z`,
    ]);
});

test('a query whose arguments are "skip" is not asked, and asked once they are there [L9]', async () => {
  const host = await startTestHost();
  const tab = openTab(host.url);
  await tab.mutation(app.add, { list: "a", text: "one" });
  const shown = showHook(tab, (list: string | null = null) =>
    useQuery(app.list, list === null ? "skip" : { list }),
  );
  await tab.query(app.list, { list: "b" });
  const skipped = [...shown.values];

  shown.show("a");
  await shown.until(has("one"));
  shown.show(null);

  expect(skipped.filter((texts) => texts !== undefined)).toEqual([]);
  expect(shown.last).toBe(undefined);
  await tab.mutation(app.add, { list: "a", text: "two" });
  expect(await tab.action(app.count, { name: "list a" })).toBe(1);
});

/** Returns true when each list begins with all elements of the list before it. */
function isGrowing(lists: (string[] | undefined)[]): boolean {
  return lists.every((list, at) => {
    const before = lists[at - 1] ?? [];
    return before.every((text, place) => list?.[place] === text);
  });
}
