import { beforeEach, expect, test, vi } from "vitest";
import type { CopiedRow } from "../../../src/lib/device/copied-row.ts";
import { SecondCopy } from "../../../src/lib/device/second-copy.ts";
import { stubCopiedDevice } from "../support/copied-device.ts";

const name = "copy-of-works";

beforeEach(() => void stubCopiedDevice());

const row = (key: string, value: unknown): CopiedRow => ({ store: "rows", key, value });
const fileRow = (key: string, text: string): CopiedRow => ({
  ...{ store: "files", key, value: null },
  files: { photo: new Blob([text], { type: "image/png" }) },
});
const byKey = (one: CopiedRow, other: CopiedRow) => (one.key < other.key ? -1 : 1);
const rowsOf = async (copy: SecondCopy) => (await copy.rows()).sort(byKey);
const filesOf = async (copy: SecondCopy) => {
  const found: string[] = [];
  for await (const { key, files = {} } of copy.rowsWithFiles())
    found.push(`${key}: ${String(await files["photo"]?.text())}`);
  return found.sort();
};

test("a start makes the copy equal to the database, which an earlier version of the app or a page that has crashed has left different [FIELD-04]", async () => {
  const before = new SecondCopy(name);
  await before.note({
    put: [row("same", 1), row("older", 1), row("gone", 1), fileRow("a", "a"), fileRow("b", "b")],
  });
  const now = [
    ...[row("same", 1), row("older", 2), row("lacking", { deep: ["é", null] })],
    ...[fileRow("b", "b"), fileRow("c", "c")],
  ];

  const copy = new SecondCopy(name);
  await copy.align(() => Promise.resolve(now));

  expect(await rowsOf(copy)).toEqual(now.slice(0, 3).sort(byKey));
  expect(await filesOf(copy)).toEqual(["b: b", "c: c"]);
});

test("a row that is written while a start compares stays in the copy [FIELD-04]", async () => {
  const copy = new SecondCopy(name);
  await copy.note({ put: [row("old", 1)] });
  await copy.align(async () => {
    await copy.note({ put: [row("new", 1)] });
    return [];
  });
  expect(await copy.rows()).toEqual([row("new", 1)]);
});

test("keys of any spelling have entries of their own, at addresses that lead to no page [FIELD-04]", async () => {
  const keys = ["..", "../..", "", "a/b", "a%2Fb", "a b", "ä", "?q", "#h", "__proto__"];
  const copy = new SecondCopy(name);
  await copy.note({ put: keys.map((key) => row(key, key)) });
  expect((await copy.rows()).map(({ value }) => value).sort()).toEqual([...keys].sort());
  for (const key of keys) expect(await copy.row({ store: "rows", key })).toEqual(row(key, key));
});

const storageOf = (quota: number, usage: number) =>
  vi.spyOn(navigator.storage, "estimate").mockResolvedValue({ quota, usage });

test("the copy of a file never takes the room of what is kept once [FIELD-09]", async () => {
  const other = new SecondCopy("copy-of-others");
  await other.note({ put: [row("text", 2), fileRow("other", "12345")] });
  const copy = new SecondCopy(name);
  storageOf(20, 5);
  await copy.note({ put: [row("text", 1), fileRow("small", "1234567")] });
  expect(await filesOf(copy)).toEqual(["small: 1234567"]);
  storageOf(20, 13);
  await copy.note({ put: [fileRow("next", "1"), row("later", 2)] });
  expect([...(await filesOf(copy)), ...(await filesOf(other))]).toEqual([]);
  expect(await rowsOf(copy)).toEqual([row("later", 2), row("text", 1)]);
  expect(await rowsOf(other)).toEqual([row("text", 2)]);
});

test("a file without room for its copy leaves those of other files: each start would write them anew [FIELD-09]", async () => {
  const copy = new SecondCopy(name);
  storageOf(20, 0);
  await copy.note({ put: [fileRow("small", "12345")] });
  storageOf(20, 10);
  await copy.note({ put: [fileRow("large", "1234567890")] });
  expect(await filesOf(copy)).toEqual(["small: 12345"]);
});

test("a change that a later one has overtaken is not written first: a sign-out waits for no photos [FIELD-08]", async () => {
  const caches = stubCopiedDevice();
  const cache = await caches.open(name);
  const { put } = cache;
  let release = () => undefined;
  const slow = new Promise<undefined>((resolve) => (release = () => void resolve(undefined)));
  const putting = vi.spyOn(cache, "put").mockImplementation(async (asked, entry) => {
    await slow;
    await put(asked, entry);
  });
  const files = ["a", "b", "c"].map((key) => fileRow(key, key));
  const copy = new SecondCopy(name);
  const copying = copy.note({ put: files });
  await vi.waitFor(() => expect(putting).toHaveBeenCalledTimes(1));
  const forgetting = copy.note({ drop: files });
  release();
  await Promise.all([copying, forgetting]);

  expect(putting).toHaveBeenCalledTimes(1);
  expect(await caches.addresses(name)).toEqual([]);
});

test("a browser that does not tell its room now removes no copies of files [FIELD-04]", async () => {
  const copy = new SecondCopy(name);
  await copy.note({ put: [fileRow("a", "a")] });
  vi.spyOn(navigator.storage, "estimate").mockRejectedValueOnce(new Error("Not now"));
  await copy.note({ put: [fileRow("b", "b")] });
  await copy.note({ put: [fileRow("c", "c")] });
  expect(await filesOf(copy)).toEqual(["a: a", "c: c"]);
});

test("an entry of which the browser has stored a part, or of another shape, is left out [FIELD-04]", async () => {
  const caches = stubCopiedDevice();
  const copy = new SecondCopy(name);
  await copy.note({ put: [row("whole", 1), fileRow("cut", "photo")] });
  const cache = await caches.open(name);
  const [, cut = { url: "" }] = await cache.keys();
  const entry = await cache.match(cut);
  const body = (await entry?.blob()) ?? new Blob();
  const headers = entry?.headers ?? new Headers();
  await cache.put(cut, new Response(body.slice(0, -1), { headers: Object.fromEntries(headers) }));
  const foreign = new Response(new Blob(["<html>"]), { headers: {} });
  await cache.put("http://localhost:3000/copies/rows/of-foreign", foreign);

  expect(await copy.rows()).toEqual([row("whole", 1)]);
  expect(await filesOf(copy)).toEqual([]);
});
