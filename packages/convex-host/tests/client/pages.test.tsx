// @vitest-environment happy-dom
import {
  type ConvexReactClient,
  type PaginatedQueryReference,
  usePaginatedQuery,
} from "convex/react";
import { expect, test } from "vitest";
import { openProxy } from "../support/cuttable-proxy.ts";
import { app } from "../support/fixture-api.ts";
import { startTestHost, temporaryFolder } from "../support/live-host.ts";
import { openTab, reconnectNow, showHook } from "../support/react-tab.tsx";

const page = app.page as unknown as PaginatedQueryReference;

/** Shows a list page by page; the first page has two rows. */
function showPages(tab: ConvexReactClient) {
  return showHook(tab, (list: string | null = "a") => {
    const args = list === null ? "skip" : { list };
    const { results, status, loadMore } = usePaginatedQuery(page, args, { initialNumItems: 2 });
    const rows = results as { text: string }[];
    return { texts: rows.map(({ text }) => text), status, loadMore };
  });
}

/** Adds rows whose text is their rank. */
async function addRanks(tab: ConvexReactClient, ranks: readonly number[]): Promise<void> {
  for (const rank of ranks) await tab.mutation(app.add, { list: "a", text: String(rank), rank });
}

async function setup(ranks: readonly number[]) {
  const host = await startTestHost();
  const line = await openProxy(host.port);
  const [tab, other] = [openTab(line.url), openTab(host.url)];
  await addRanks(other, ranks);
  const shown = showPages(tab);
  await shown.until(({ status }) => status === "CanLoadMore");
  return { host, line, tab, other, shown };
}

const numbers = (texts: string[]) => texts.map(Number);
const isSorted = (texts: string[]) =>
  texts.join() ===
    numbers(texts)
      .toSorted((a, b) => a - b)
      .join() && new Set(texts).size === texts.length;

test("rows that come and go at the borders of pages are shown once each, in order, without a gap [L7] [Q7]", async () => {
  const { tab, other, shown } = await setup([10, 20, 30, 40, 50, 60]);
  shown.last!.loadMore(2);
  await shown.until(({ texts, status }) => texts.length === 4 && status === "CanLoadMore");

  // The new rows lie before, between and after the last rows of both pages.
  await addRanks(other, [15, 20.5, 25, 40.5, 5]);
  await shown.until(({ texts }) => texts.join() === "5,10,15,20,20.5,25,30,40");
  await other.mutation(app.removeText, { list: "a", text: "20" });
  await other.mutation(app.removeText, { list: "a", text: "40" });
  await shown.until(({ texts }) => texts.join() === "5,10,15,20.5,25,30");
  await addRanks(tab, [19.5, 39]);
  await shown.until(({ texts }) => texts.join() === "5,10,15,19.5,20.5,25,30,39");
  shown.last!.loadMore(10);
  await shown.until(({ status }) => status === "Exhausted");

  expect(shown.last!.texts.join()).toBe("5,10,15,19.5,20.5,25,30,39,40.5,50,60");
  for (const { texts } of shown.values) expect(isSorted(texts)).toBe(true);
});

test("pages keep their borders over a lost connection in which rows came and went [L7] [Q7]", async () => {
  const { line, tab, other, shown } = await setup([10, 20, 30, 40, 50]);
  shown.last!.loadMore(2);
  await shown.until(({ texts, status }) => texts.length === 4 && status === "CanLoadMore");

  line.cut();
  await addRanks(other, [15, 20.5, 35, 45]);
  await other.mutation(app.removeText, { list: "a", text: "20" });
  await reconnectNow(tab);
  const later = await shown.until(({ texts }) => !texts.includes("20"));

  // The second page still ends at 40: rows after it come with the next page.
  expect(later.texts.join()).toBe("10,15,20.5,30,35,40");
  expect(later.status).toBe("CanLoadMore");
  later.loadMore(10);
  const last = await shown.until(({ status }) => status === "Exhausted");
  expect(last.texts.join()).toBe("10,15,20.5,30,35,40,45,50");
  for (const { texts } of shown.values) expect(isSorted(texts)).toBe(true);
});

test("pages keep their borders over a restart of the host [L7] [O1]", async () => {
  const dataDir = await temporaryFolder();
  const first = await startTestHost({ dataDir });
  const tab = openTab(first.url);
  await addRanks(tab, [10, 20, 30, 40]);
  const shown = showPages(tab);
  await shown.until(({ status }) => status === "CanLoadMore");

  await first.stop();
  const second = await startTestHost({ dataDir, port: first.port });
  await addRanks(openTab(second.url), [15, 25]);
  const later = await shown.until(({ texts }) => texts.includes("15"));

  expect(later.texts.join()).toBe("10,15,20");
  expect(later.status).toBe("CanLoadMore");
});

test("a page that grows is split, and nothing is shown twice or left out meanwhile [L7] [Q9]", async () => {
  const { other, shown } = await setup([10, 100]);
  await other.mutation(app.add, { list: "a", text: "200", rank: 200 });
  const between = Array.from({ length: 12 }, (_, at) => 20 + at);

  await addRanks(other, between);
  const expected = [10, ...between, 100].join();
  await shown.until(({ texts }) => texts.join() === expected);
  shown.last!.loadMore(10);
  await shown.until(({ status }) => status === "Exhausted");

  expect(shown.last!.texts.join()).toBe(`${expected},200`);
  for (const { texts } of shown.values) expect(isSorted(texts)).toBe(true);
  // Rows that were shown stay shown as long as none is removed.
  const lengths = shown.values.map(({ texts }) => texts.length);
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
});

test("several tabs page on their own, each to its own end [L7]", async () => {
  const { host, other, shown } = await setup([10, 20, 30, 40]);
  await addRanks(other, [5]);
  await shown.until(({ texts }) => texts.join() === "5,10,20");

  const late = showPages(openTab(host.url));
  await late.until(({ status }) => status === "CanLoadMore");
  await addRanks(other, [15, 7]);
  await shown.until(({ texts }) => texts.join() === "5,7,10,15,20");

  expect((await late.until(({ texts }) => texts.includes("7"))).texts.join()).toBe("5,7,10");
});

test("pages of skipped arguments are not asked for [L9]", async () => {
  const { other, shown } = await setup([10, 20, 30]);

  shown.show(null);
  const skipped = await shown.until(({ texts }) => texts.length === 0);
  await addRanks(other, [15]);
  shown.show("a");
  const again = await shown.until(({ texts }) => texts.length > 0);

  expect(skipped.status).toBe("LoadingFirstPage");
  expect(again.texts.join()).toBe("10,15");
});
