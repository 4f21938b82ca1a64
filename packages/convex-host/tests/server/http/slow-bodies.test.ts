import { Readable } from "node:stream";
import type { IncomingMessage } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { limitBody, readBody } from "../../../src/server/http/body.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** A request whose body comes in these pieces, and then not on when it has no end. */
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
  // Less than twenty bytes for each of them: a promise alone takes more.
  expect(late - early).toBeLessThan(3_000_000);
});

test("a body that comes byte by byte is read whole, and refused above its limit [B21] [B3]", async () => {
  const body = await readBody(requestOf(bytes(5000)), { bytes: 5000, ms: 60_000 });

  expect(body).toEqual(Buffer.concat([...bytes(5000)]));
  await expect(readBody(requestOf(bytes(5000)), { bytes: 4999, ms: 60_000 })).rejects.toMatchObject(
    { status: 413 },
  );
});

test("a body that stops coming is not waited for [B7]", async () => {
  const request = requestOf(bytes(3), { hasEnd: false });

  await expect(readBody(request, { bytes: 100, ms: 50 })).rejects.toMatchObject({ status: 408 });
});
