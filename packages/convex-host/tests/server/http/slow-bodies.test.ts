import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test, vi } from "vitest";
import { defaultLimits } from "../../../src/server/bounds/server-limits.ts";
import { limitBody, readBody } from "../../../src/server/http/body.ts";
import { ConnectionBound } from "../../../src/server/http/connection-bound.ts";
import { readOn } from "../../../src/server/http/read-on.ts";
import { createHttpServer } from "../../../src/server/http/http-server.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Makes a request whose body arrives in these pieces and, without `hasEnd`, never ends. */
function requestOf(pieces: Iterable<Buffer>, { hasEnd = true } = {}): IncomingMessage {
  const source = pieces[Symbol.iterator]();
  const body = new Readable({
    read() {
      const { done, value } = source.next();
      if (done !== true) this.push(value);
      else if (hasEnd) this.push(null);
    },
  });
  return Object.assign(body, { headers: {} }) as unknown as IncomingMessage;
}

function* bytes(count: number): Generator<Buffer> {
  for (let at = 0; at < count; at++) yield Buffer.from([at & 0xff]);
}

test("nothing stays of the pieces of a body that somebody reads and drops [B21]", async () => {
  const count = 200_000;
  const heapAt: number[] = [];
  let read = 0;
  for await (const piece of limitBody(requestOf(bytes(count)), { bytes: count, ms: 60_000 })) {
    read += piece.length;
    if (read !== count / 4 && read !== count) continue;
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    heapAt.push(process.memoryUsage().heapUsed);
  }

  const [early = 0, late = 0] = heapAt;
  expect(read).toBe(count);
  // The limit is less than twenty bytes for each piece; a promise alone takes more.
  expect(late - early).toBeLessThan(3_000_000);
});

test("a body that comes byte by byte is read whole, and refused above its limit [B21] [B3]", async () => {
  const body = await readBody(requestOf(bytes(5000)), { bytes: 5000, ms: 60_000 });

  expect(body).toEqual(Buffer.concat([...bytes(5000)]));
  await expect(readBody(requestOf(bytes(5000)), { bytes: 4999, ms: 60_000 })).rejects.toMatchObject(
    { status: 413 },
  );
});

/** Makes a request that has arrived completely, as most do, before the host reads it. */
async function arrivedRequest(body: Buffer): Promise<IncomingMessage> {
  const request = Object.assign(new PassThrough(), { headers: {}, complete: true });
  request.end(body);
  await new Promise((resolve) => setImmediate(resolve));
  return request as unknown as IncomingMessage;
}

test("a body that came with its head is read at once, ends, and is refused above its limit [B3]", async () => {
  const whole = Buffer.concat([...bytes(5000)]);
  const request = await arrivedRequest(whole);
  const ended = once(request, "end");

  expect(await readBody(request, { bytes: 5000, ms: 60_000 })).toEqual(whole);
  await ended;
  expect(await readBody(await arrivedRequest(Buffer.alloc(0)), { bytes: 0, ms: 1 })).toHaveLength(
    0,
  );
  await expect(
    readBody(await arrivedRequest(whole), { bytes: 4999, ms: 60_000 }),
  ).rejects.toMatchObject({ status: 413 });
});

test("a body that came in pieces with its head is read whole, also where a read gives one piece [B3]", async () => {
  const whole = Buffer.concat([...bytes(5000)]);
  const request = await arrivedRequest(whole);
  const readAll = request.read.bind(request);
  request.read = () => readAll(Math.min(2000, request.readableLength) || undefined) as unknown;
  const ended = once(request, "end");

  expect(await readBody(request, { bytes: 5000, ms: 60_000 })).toEqual(whole);
  await ended;
});

test("a body of a declared size is read as soon as it is there, before Node notes its end [B3]", async () => {
  const read: { text: string; isEnded: boolean }[] = [];
  const ends: Promise<unknown>[] = [];
  const server = createServer((request, response) => {
    ends.push(once(request, "close"));
    void Promise.resolve()
      .then(() => readBody(request, { bytes: 100, ms: 60_000 }))
      .then((body) => {
        read.push({ text: body.toString(), isEnded: request.complete });
        response.end();
      });
  });
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  for (const body of ["first", "second"])
    await fetch(`http://127.0.0.1:${port}`, { method: "POST", body });

  expect(read).toEqual([
    { text: "first", isEnded: false },
    { text: "second", isEnded: false },
  ]);
  await Promise.all(ends);
});

/** Reads a body whose pieces arrive at these intervals, under fake timers. */
async function readPaced(pieces: { bytes: number; everyMs: number; count: number }[]) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const body = new Readable({ read: () => undefined });
  const request = Object.assign(body, { headers: {} }) as unknown as IncomingMessage;
  const limits = { bytes: 16_000_000, ms: 30_000 };
  const outcome = readBody(request, limits).then(
    ({ length }) => length,
    ({ status }: { status: number }) => status,
  );
  for (const { bytes, everyMs, count } of pieces)
    for (let sent = 0; sent < count; sent++) {
      await vi.advanceTimersByTimeAsync(everyMs);
      body.push(Buffer.alloc(bytes));
      await vi.advanceTimersByTimeAsync(0);
    }
  body.push(null);
  await vi.advanceTimersByTimeAsync(0);
  return await outcome;
}

test("a photo of 10 MB comes whole over a line of 50 kB a second, also when that stands still for a while [B7]", async () => {
  expect(
    await readPaced([
      { bytes: 25_000, everyMs: 500, count: 200 },
      { bytes: 0, everyMs: 25_000, count: 1 },
      { bytes: 25_000, everyMs: 500, count: 200 },
    ]),
  ).toBe(10_000_000);
});

test.each([
  ["bytes that trickle", [{ bytes: 4000, everyMs: 1000, count: 60 }]],
  [
    "a standstill behind a fast beginning",
    [
      { bytes: 1_000_000, everyMs: 10, count: 10 },
      { bytes: 1, everyMs: 5000, count: 7 },
    ],
  ],
])("%s are not waited for [B7]", async (_what, pieces) => {
  expect(await readPaced(pieces)).toBe(408);
});

test.each([
  { what: "as fast as a slow line", bytes: 25_000, isReadWhole: true },
  { what: "in a trickle", bytes: 4000, isReadWhole: false },
])(
  "what an answered request still sends $what is read on: $isReadWhole [B3] [B7]",
  async ({ bytes, isReadWhole }) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const body = new Readable({ read: () => undefined });
    readOn(body as unknown as IncomingMessage, { bytes: 10_000_000, ms: 10_000 });

    for (let sent = 0; sent < 120; sent++) {
      await vi.advanceTimersByTimeAsync(1000);
      if (!body.destroyed) body.push(Buffer.alloc(bytes));
      await vi.advanceTimersByTimeAsync(0);
    }

    expect(body.destroyed).toBe(!isReadWhole);
  },
);

test("an answered request that sends on without end is cut off [B3]", async () => {
  const body = requestOf([Buffer.alloc(600), Buffer.alloc(600)], { hasEnd: false });

  readOn(body, { bytes: 1000, ms: 10_000 });

  await expect.poll(() => body.destroyed).toBe(true);
});

test("a body that stops coming is not waited for [B7]", async () => {
  const request = requestOf(bytes(3), { hasEnd: false });

  await expect(readBody(request, { bytes: 100, ms: 50 })).rejects.toMatchObject({ status: 408 });
});

test("no body that comes fast enough is cut by Node; heads and unread answers have their time [B7]", () => {
  const limits = defaultLimits;
  const bound = new ConnectionBound(limits, 0);
  const server = createHttpServer(new Promise(() => undefined), { bound, limits });

  // The largest file takes this long at the slowest accepted pace of 16 kB a second.
  const slowestMs = limits.uploadBytes / 16;
  expect(server.requestTimeout).toBeGreaterThanOrEqual(slowestMs + limits.uploadMs);
  expect(server.headersTimeout).toBeLessThanOrEqual(20_000);
  // The timeout is longer than an action may take, but finite.
  expect(server.timeout).toBeGreaterThan(600_000);
  expect(server.timeout).toBeLessThan(900_000);
});
