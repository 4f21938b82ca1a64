// @vitest-environment happy-dom
import { type ConvexReactClient, useQuery } from "convex/react";
import { expect, test } from "vitest";
import { openProxy } from "../support/cuttable-proxy.ts";
import { app } from "../support/fixture-api.ts";
import { startTestHost } from "../support/live-host.ts";
import { openTab, reconnectNow, showHook } from "../support/react-tab.tsx";
import { until } from "../support/until.ts";

/** Starts a host, a client that signs tokens, and the tab of another person. */
async function setup({ seconds = 300, now = () => Date.now() } = {}) {
  const host = await startTestHost({ host: { now, isDevelopment: true } });
  const helper = openTab(host.url);
  const sign = (subject: string) =>
    helper.action(app.sign, { subject, seconds, issuedAt: Math.floor(now() / 1000) });
  return { host, helper, sign };
}

function showMine(tab: ConvexReactClient) {
  return showHook(tab, () => useQuery(app.mine, { list: "a" }));
}

/** Signs the tab in, and returns the sign-in states that the client reports, in order. */
function signIn(tab: ConvexReactClient, fetchToken: () => Promise<string | null>): boolean[] {
  const told: boolean[] = [];
  tab.setAuth(fetchToken, (isSignedIn) => told.push(isSignedIn));
  return told;
}

const subjectsOf = (shown: { changes(): ({ subject: string | null } | undefined)[] }) =>
  shown.changes().map((value) => value?.subject);

test("a tab that signs in before it asks never shows what nobody in particular sees [S6] [S11]", async () => {
  const { host, sign } = await setup();
  const tab = openTab(host.url, { expectAuth: true });
  const shown = showMine(tab);

  const told = signIn(tab, () => sign("ann"));
  await shown.until((value) => value?.subject === "ann");
  await tab.mutation(app.addMine, { list: "a" });
  await shown.until((value) => value?.texts.length === 1);

  expect(subjectsOf(shown)).toEqual([undefined, "ann", "ann"]);
  // The number of these messages depends on reconnections.
  expect([...new Set(told)]).toEqual([true]);
});

test("a token that runs out while somebody watches is replaced without anything being shown anew [S7] [S11]", async () => {
  let clock = Date.now();
  const { host, helper, sign } = await setup({ now: () => clock });
  const tab = openTab(host.url, { expectAuth: true });
  let fetched = 0;
  const told = signIn(tab, async () => {
    fetched += 1;
    return await sign("ann");
  });
  const shown = showMine(tab);
  await shown.until((value) => value?.subject === "ann");
  await tab.mutation(app.addMine, { list: "a" });
  const before = fetched;

  clock += 400_000;
  await helper.mutation(app.add, { list: "a", text: "news" });
  await shown.until((value) => value?.texts.includes("news") === true);
  await tab.mutation(app.addMine, { list: "a" });
  await shown.until((value) => value?.texts.length === 3);

  expect(fetched).toBeGreaterThan(before);
  expect(subjectsOf(shown)).toEqual([undefined, "ann", "ann", "ann", "ann"]);
  expect(told).not.toContain(false);
});

test("when there is no other token, the tab is signed out and sees what nobody in particular sees [S7]", async () => {
  let clock = Date.now();
  const { host, helper, sign } = await setup({ now: () => clock });
  const first = await sign("ann");
  const tab = openTab(host.url, { expectAuth: true });
  let isOver = false;
  const told = signIn(tab, async () => (isOver ? null : first));
  const shown = showMine(tab);
  await shown.until((value) => value?.subject === "ann");

  isOver = true;
  clock += 400_000;
  await helper.mutation(app.add, { list: "a", text: "news" });
  const last = await shown.until((value) => value?.subject === null);

  expect(last).toEqual({ subject: null, texts: ["news"] });
  expect(subjectsOf(shown)).toEqual([undefined, "ann", null]);
  expect(told).toEqual([true, false]);
});

test("a token that is refused signs nobody in, and what was written with it is not carried out as somebody [S6]", async () => {
  const { host } = await setup();
  const tab = openTab(host.url, { expectAuth: true });
  const told = signIn(tab, async () => "not.a.token");
  const shown = showMine(tab);

  await tab.mutation(app.addMine, { list: "a" });
  const last = await shown.until((value) => value?.texts.length === 1);

  expect(last).toEqual({ subject: null, texts: ["nobody"] });
  expect(told).toEqual([false]);
});

test("a refused token that is followed by a good one signs in, and the waiting mutation runs once, as that caller [S6]", async () => {
  const { host, helper, sign } = await setup();
  const tab = openTab(host.url, { expectAuth: true });
  const tokens = ["not.a.token", await sign("ann")];
  signIn(tab, async () => tokens.shift() ?? (await sign("ann")));
  const shown = showMine(tab);

  await tab.mutation(app.addMine, { list: "a" });

  expect(await shown.until((value) => value?.texts.length === 1)).toEqual({
    subject: "ann",
    texts: ["ann"],
  });
  expect(await helper.query(app.list, { list: "a" })).toEqual(["ann"]);
});

test("signing out and signing in as somebody else changes what is shown, and nobody sees the other's [S6]", async () => {
  const { host, sign } = await setup();
  const tab = openTab(host.url, { expectAuth: true });
  const token = await sign("ann");
  let fetched = 0;
  signIn(tab, async () => {
    fetched += 1;
    return token;
  });
  const shown = showMine(tab);
  await shown.until((value) => value?.subject === "ann");

  // The client fetches a second token at once, and sends it even if the tab signs out meanwhile.
  await until(
    () => fetched,
    (count) => count === 2,
  );
  tab.clearAuth();
  await shown.until((value) => value?.subject === null);
  signIn(tab, () => sign("bob"));
  await shown.until((value) => value?.subject === "bob");
  signIn(tab, () => sign("cleo"));
  await shown.until((value) => value?.subject === "cleo");
  await tab.mutation(app.addMine, { list: "a" });

  expect(await shown.until((value) => value?.texts.length === 1)).toEqual({
    subject: "cleo",
    texts: ["cleo"],
  });
  expect(subjectsOf(shown)).toEqual([undefined, "ann", null, "bob", "cleo", "cleo"]);
});

test("after a cut the tab is the same caller again, before anything it asks or writes [S5] [S6]", async () => {
  const { host, sign } = await setup();
  const line = await openProxy(host.port);
  const tab = openTab(line.url, { expectAuth: true });
  signIn(tab, () => sign("ann"));
  const shown = showMine(tab);
  await shown.until((value) => value?.subject === "ann");

  line.holdAnswers();
  const lost = tab.mutation(app.addMine, { list: "a" });
  line.cut();
  const unsent = tab.mutation(app.addMine, { list: "a" });
  await reconnectNow(tab);
  await Promise.all([lost, unsent]);
  await shown.until((value) => value?.texts.length === 2);

  expect(shown.last).toEqual({ subject: "ann", texts: ["ann", "ann"] });
  expect(new Set(subjectsOf(shown))).toEqual(new Set([undefined, "ann"]));
});
