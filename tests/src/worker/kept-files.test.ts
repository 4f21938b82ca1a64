import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepPreviewsOf } from "../../../src/lib/version/preview-cache.ts";
import { keepEarlierAssets, readEarlierAsset } from "../../../src/worker/earlier-assets.ts";
import { fetchMissingFiles } from "../../../src/worker/missing-files.ts";
import { isForServer } from "../../../src/worker/server-addresses.ts";
import { FakeCaches } from "../support/fake-caches.ts";

const site = "https://turnboard.example";
let kept: FakeCaches;

beforeEach(() => {
  kept = new FakeCaches();
  vi.stubGlobal("caches", kept);
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["/", false],
  ["/my-day", false],
  ["/projects/j57/units?unit=k9&search=a.b", false],
  ["/no/such/page", false],
  ["/api/logout", true],
  ["/api/photos/1.jpg", true],
  ["/api?a", true],
  ["/idp/auth/1", true],
  ["/.well-known/security.txt", true],
  ["/instance_name", true],
  ["/favicon.svg?v=1", true],
])("the worker leaves %s to the server: %s [FIELD-01]", (address, isLeft) => {
  expect(isForServer.test(address)).toBe(isLeft);
});

test("the files of the version before are kept for its open tabs, and none older [FIELD-01]", async () => {
  const fetched = vi.fn(() => Promise.resolve(new Response("from the server")));
  vi.stubGlobal("fetch", fetched);
  const precache = await kept.open("precache");
  const become = async (files: readonly string[]) => {
    const urls = files.map((file) => `${site}/${file}`);
    await keepEarlierAssets("precache", new Set(urls));
    for (const url of urls) await precache.put(url, new Response(url));
  };
  const read = async (file: string) => {
    const answer = await readEarlierAsset({ url: `${site}/assets/${file}` } as Request);
    return await answer.clone().text();
  };

  await become(["assets/board-1.js", "assets/same.js"]);
  await become(["assets/board-2.js", "assets/same.js"]);
  expect(await read("board-1.js")).toBe(`${site}/assets/board-1.js`);
  expect(await read("same.js")).toBe("from the server");

  // Install again, as after an interrupted start.
  await keepEarlierAssets(
    "precache",
    new Set(["board-1", "board-2", "same"].map((name) => `${site}/assets/${name}.js`)),
  );
  expect(await read("board-1.js")).toBe(`${site}/assets/board-1.js`);
});

test("the photo previews of one person are dropped when another signs in [FIELD-02]", async () => {
  const others = await kept.open("photo-previews-of-anna");
  await others.put(`${site}/api/photos/1.jpg?size=preview`, new Response("a kitchen"));
  await kept.open("serwist-precache");

  await keepPreviewsOf("anna");
  expect(await (await kept.open("photo-previews-of-anna")).keys()).toHaveLength(1);

  await keepPreviewsOf("ben");
  expect(await kept.keys()).toEqual(["serwist-precache", "photo-previews-of-ben"]);
});

test("files that the cache has lost are fetched, and no others; one that does not come holds up no other [FIELD-02]", async () => {
  const precache = await kept.open("precache");
  await precache.put(`${site}/assets/kept.js`, new Response("kept"));
  const asked: string[] = [];
  const fetchFile = (address: string) => {
    asked.push(address);
    return address.includes("gone") ? Promise.reject(new TypeError("no such file")) : undefined;
  };
  const files = new Map(
    ["kept", "gone", "lost"].map((name) => [`/${name}`, `${site}/assets/${name}.js`]),
  );

  await fetchMissingFiles(files, { cacheName: "precache", fetchFile });
  expect(asked).toEqual(["/gone", "/lost"]);
});

test("a page that asks again over a poor line fetches no file twice at once, and later asks anew [FIELD-02]", async () => {
  let arrive: () => void = () => undefined;
  const line = new Promise<void>((resolve) => (arrive = resolve));
  const fetchFile = vi.fn(() => line);
  const files = new Map([["/gone", `${site}/assets/gone.js`]]);
  const ask = () => fetchMissingFiles(files, { cacheName: "precache", fetchFile });

  const asked = [ask(), ask(), ask()];
  await vi.waitFor(() => expect(fetchFile).toHaveBeenCalled());
  arrive();
  await Promise.all(asked);
  expect(fetchFile).toHaveBeenCalledTimes(1);

  await ask();
  expect(fetchFile).toHaveBeenCalledTimes(2);
});

test("a file that never comes is given up after a minute, and the next call fetches it and the others [FIELD-02]", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const asked: string[] = [];
  const signals: AbortSignal[] = [];
  const fetchFile = (address: string, signal: AbortSignal) => {
    asked.push(address);
    signals.push(signal);
    return asked.length === 1 ? new Promise(() => undefined) : undefined;
  };
  const files = new Map(["one", "two"].map((name) => [`/${name}`, `${site}/assets/${name}.js`]));
  const ask = () => fetchMissingFiles(files, { cacheName: "precache", fetchFile });

  const first = ask();
  await vi.waitFor(() => expect(asked).toEqual(["/one"]));
  await vi.advanceTimersByTimeAsync(60_000);
  await first;
  expect(signals[0]?.aborted).toBe(true);
  await ask();
  expect(asked).toEqual(["/one", "/one", "/two"]);
});
