import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type LiveHost, startSharedHost, startTestHost } from "../../support/live-host.ts";

let host: LiveHost;
let stop: () => Promise<void>;
let frontEnd: string;
beforeAll(async () => {
  frontEnd = await mkdtemp(join(tmpdir(), "front-end-"));
  await mkdir(join(frontEnd, "assets"));
  await writeFile(join(frontEnd, "index.html"), "<!doctype html><title>page</title>");
  await writeFile(join(frontEnd, "assets/main-abc123.js"), "export {};");
  await writeFile(join(frontEnd, "assets/short-lived.js"), "export {};");
  ({ host, stop } = await startSharedHost({ host: { frontEnd: { folder: frontEnd } } }));
});
afterAll(async () => {
  await stop();
  await rm(frontEnd, { recursive: true });
});

test("hashed assets may be kept for ever [H10]", async () => {
  const response = await fetch(`${host.url}/assets/main-abc123.js`);

  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
});

test.each(["/", "/lists", "/lists/abc/items?item=1"])(
  "%s is the page, asked for each time [H10]",
  async (path) => {
    const response = await fetch(host.url + path);

    expect(await response.text()).toContain("<title>page</title>");
    expect(response.headers.get("cache-control")).toBe("no-cache");
  },
);

test("a page that has its code in it stands in the place of the other, which is a file beside it [H10]", async () => {
  const folder = await mkdtemp(join(tmpdir(), "front-end-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "index.html"), "<!doctype html><title>page</title>");
  await writeFile(join(folder, "index.whole.html"), "<!doctype html><title>whole</title>");
  await writeFile(join(folder, "index.html.gz"), "packed page");
  await writeFile(join(folder, "index.whole.html.br"), "packed whole");
  const own = await startTestHost({ host: { frontEnd: { folder } } });
  onTestFinished(() => own.stop());
  const titleAt = async (path: string) => {
    const response = await fetch(own.url + path, { headers: { "accept-encoding": "identity" } });
    return /<title>(.*)<\/title>/.exec(await response.text())?.[1];
  };
  const packed = await fetch(own.url, {
    method: "HEAD",
    headers: { "accept-encoding": "br, gzip" },
  });

  expect(await titleAt("/")).toBe("whole");
  expect(await titleAt("/lists/abc")).toBe("whole");
  expect(await titleAt("/index.html")).toBe("page");
  expect(packed.headers.get("content-encoding")).toBe("br");
  expect(packed.headers.get("content-length")).toBe(String("packed whole".length));
});

test.each([
  { state: "longer", text: "<!doctype html><title>another page, which is longer</title>" },
  { state: "shorter", text: "<title>page</title>" },
  { state: "gone", text: null },
])(
  "a file that is $state since the start comes as it was then, whole, and the line stays open [H10]",
  async ({ text }) => {
    const folder = await mkdtemp(join(tmpdir(), "front-end-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const page = join(folder, "index.html");
    const before = "<!doctype html><title>page of the start</title>";
    await writeFile(page, before);
    const own = await startTestHost({ host: { frontEnd: { folder } } });
    onTestFinished(() => own.stop());

    if (text === null) await rm(page);
    else await writeFile(page, text);
    const answers = [await fetch(own.url), await fetch(own.url)];

    expect(await Promise.all(answers.map((each) => each.text()))).toEqual([before, before]);
    expect(answers[0]?.headers.get("content-length")).toBe(String(before.length));
    expect(await (await fetch(own.url, { method: "HEAD" })).text()).toBe("");
  },
);

test.each(["bytes=5-2", "bytes=-4", "bytes=0-0", "bytes=1-2,4-5", "bytes=9999-", "lines=1-2"])(
  "with Range: %s the whole file comes, and the line stays open [H10]",
  async (range) => {
    const response = await fetch(`${host.url}/assets/main-abc123.js`, { headers: { range } });

    expect([response.status, await response.text()]).toEqual([200, "export {};"]);
  },
);

test("pages run nothing inline, load from here, and are framed by nobody [H10]", async () => {
  const policy = (await fetch(host.url)).headers.get("content-security-policy");

  expect(policy).toContain("default-src 'self';");
  expect(policy).toContain("img-src 'self' data: blob:;");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
});

test("a page comes with the links that the program names for its address and its cookies, a file without [H10]", async () => {
  const linksOf = (pathname: string, cookies: string) => [`<${pathname}/part.js>`, `<${cookies}>`];
  const own = await startTestHost({ host: { frontEnd: { folder: frontEnd, linksOf } } });
  onTestFinished(() => own.stop());
  const linkOf = async (path: string) =>
    (await fetch(own.url + path, { headers: { cookie: "who=me" } })).headers.get("link");

  expect(await linkOf("/lists?item=1")).toBe("</lists/part.js>, <who=me>");
  expect(await linkOf("/assets/main-abc123.js")).toBeNull();
});

test("a program's own policy stands in place of that [H10]", async () => {
  const contentSecurityPolicy = "default-src 'self' https://pictures.example.com";
  const own = await startTestHost({
    host: { frontEnd: { folder: frontEnd, contentSecurityPolicy } },
  });

  const { headers } = await fetch(own.url);

  expect(headers.get("content-security-policy")).toBe(contentSecurityPolicy);
});

test("a page the browser has already keeps its rules [H10]", async () => {
  const first = await fetch(host.url);
  const again = await fetch(host.url, {
    headers: { "If-None-Match": first.headers.get("etag") ?? "" },
  });

  expect(again.status).toBe(304);
  expect(again.headers.get("content-security-policy")).toBe(
    first.headers.get("content-security-policy"),
  );
});

test.each([
  { path: "/assets/gone-def456.js", method: "GET" },
  { path: "/api/unknown", method: "GET" },
  { path: "/.well-known/unknown", method: "GET" },
  { path: "/lists", method: "POST" },
])("$method $path is no page but a JSON 404 [H3]", async ({ path, method }) => {
  const response = await fetch(host.url + path, { method });

  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "NotFound" });
});

test.each(["/../package.json", "/assets/..%2f..%2fpackage.json", "/%2e%2e/%2e%2e/etc/passwd"])(
  "%s does not leave the folder [H3]",
  async (path) => {
    const response = await fetch(host.url + path);

    expect(await response.text()).not.toMatch(/"name"|root:/);
  },
);

test("a file that went away since the start breaks its own answer only [H3]", async () => {
  await rm(join(frontEnd, "assets/short-lived.js"));

  await fetch(`${host.url}/assets/short-lived.js`)
    .then((response) => response.text())
    .catch(() => "broken");

  expect((await fetch(`${host.url}/assets/main-abc123.js`)).status).toBe(200);
});
