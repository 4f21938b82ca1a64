import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { gunzipSync } from "node:zlib";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveHost, startSharedHost } from "../../support/live-host.ts";

let host: LiveHost;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ host, stop } = await startSharedHost());
});
afterAll(async () => {
  await stop();
});

/** Sends a request like a client that does not decompress responses. */
async function ask(path: string, accepted?: string, method = "GET"): Promise<IncomingMessage> {
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  const asked = request(host.url + path, { method, headers }).end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return response;
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of response as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function letGo(): Promise<void> {
  const client = new ConvexHttpClient(host.url);
  await client.action(makeFunctionReference<"action">("holds:letGo"), {});
}

const rows = Array.from({ length: 20_000 }, (_, at) => `row ${at}`);

test.each(["gzip", "br, gzip;q=0.5, *;q=0", "deflate, GZIP"])(
  "a long text goes compressed to who accepts %s [H19]",
  async (accepted) => {
    const response = await ask(`/api/rows?count=${rows.length}`, accepted);
    const bytes = await bytesOf(response);

    expect(response.headers["content-encoding"]).toBe("gzip");
    expect(response.headers.vary).toBe("Accept-Encoding");
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(rows);
    expect(bytes.length).toBeLessThan(JSON.stringify(rows).length / 3);
  },
);

test.each([undefined, "identity", "br", "gzip;q=0", "x-gzip-not"])(
  "a long text goes as it is to who accepts %s [H19]",
  async (accepted) => {
    const response = await ask(`/api/rows?count=${rows.length}`, accepted);

    expect(response.headers["content-encoding"]).toBeUndefined();
    // A shared cache must know that the response has two forms.
    expect(response.headers.vary).toBe("Accept-Encoding");
    expect(JSON.parse((await bytesOf(response)).toString())).toEqual(rows);
  },
);

test.each([
  ["a short text", "/api/rows?count=10", undefined],
  ["what is no text", "/api/rows?count=5000&type=image/png", undefined],
  [
    "a line of events, which waits for nothing",
    "/api/rows?count=5000&type=text/event-stream",
    undefined,
  ],
  ["what the app has packed itself", "/api/rows?count=5000&encoding=x-own", "x-own"],
  ["what nobody on the way may change", "/api/rows?count=5000&fixed=yes", undefined],
])("the host leaves %s as it is [H19]", async (_, path, encoding) => {
  const response = await ask(path, "gzip");

  expect(response.headers["content-encoding"]).toBe(encoding);
  expect((await bytesOf(response)).toString()).toContain("row 9");
});

test("a piece of a compressed text arrives before the next one is made [H19]", async () => {
  const response = await ask("/api/lines", "gzip");
  const [first] = (await once(response, "data")) as [Buffer];
  expect(response.headers["content-encoding"]).toBe("gzip");
  const rest = bytesOf(response);
  await letGo();

  expect(gunzipSync(Buffer.concat([first, await rest])).toString()).toMatch(/^a line .*the end$/s);
});

test("an action that fails within a compressed text breaks it off [H19]", async () => {
  const answer = ask("/api/rows?count=20000&broken=yes", "gzip").then(bytesOf);

  await expect(answer).rejects.toThrow(/aborted|hang up/);
});

test("a client that leaves in the middle of a compressed text leaves nothing behind [H19]", async () => {
  for (let times = 0; times < 20; times++) {
    const response = await ask("/api/lines", "gzip");
    await once(response, "data");
    response.destroy();
  }
  await letGo();

  const response = await ask(`/api/rows?count=${rows.length}`, "gzip");
  expect(JSON.parse(gunzipSync(await bytesOf(response)).toString())).toEqual(rows);
});

test("a cache learns of the two forms of a text also from its head alone, and from a short one [H19]", async () => {
  const heads = [
    await ask("/api/rows?count=5000", "gzip", "HEAD"),
    await ask("/api/rows?count=1", "gzip"),
    await ask("/api/rows?count=5000&type=image/png", "gzip", "HEAD"),
  ];
  for (const head of heads) await bytesOf(head);

  expect(heads.map(({ headers }) => headers.vary)).toEqual([
    "Accept-Encoding",
    "Accept-Encoding",
    undefined,
  ]);
});

test("the compressed form of a text has its tag as that of an equal text, not of equal bytes [H19]", async () => {
  const path = `/api/rows?count=5000&etag=${encodeURIComponent('"one"')}`;
  const tags = [await ask(path, "gzip"), await ask(path)].map(({ headers }) => headers.etag);

  expect(tags).toEqual(['W/"one"', '"one"']);
});

test("an action that fails before the first piece of a text is told as a failure, and not by a line that ends [H19]", async () => {
  const response = await ask("/api/rows?count=20000&broken=empty", "gzip");

  expect(response.statusCode).toBe(503);
  expect(response.headers["content-encoding"]).toBeUndefined();
  expect(JSON.parse((await bytesOf(response)).toString())).toMatchObject({
    code: "InterruptedError",
  });
});
