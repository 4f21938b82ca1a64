import { Duplex } from "node:stream";
import { constants, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { FrameGate } from "../../../src/server/sync/frame-gate.ts";
import { readFrameHeader, unmasked } from "../../../src/server/sync/frame-header.ts";

type Sent = {
  text: string;
  isCompressed?: boolean;
  opcode?: number;
  isLast?: boolean;
  /** Payload bytes that replace `text`. A message of several frames has the compression bit in its first frame only. */
  bytes?: Buffer;
};

function compressed(text: string): Buffer {
  return deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4);
}

/** A frame as a client sends it. */
function frame({ text, isCompressed = false, opcode = 1, isLast = true, bytes }: Sent): Buffer {
  const payload = bytes ?? (isCompressed ? compressed(text) : Buffer.from(text));
  const mask = Buffer.from([7, 0, 200, 91]);
  const first = (isLast ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode;
  const long = Buffer.alloc(payload.length < 65_536 ? 2 : 8);
  if (long.length === 2) long.writeUInt16BE(payload.length);
  else long.writeBigUInt64BE(BigInt(payload.length));
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.concat([Buffer.from([0x80 | (long.length === 2 ? 126 : 127)]), long]);
  return Buffer.concat([Buffer.from([first]), length, mask, unmasked(payload, mask)]);
}

/** Opens a gate behind a fake wire, and parses the bytes that pass through as frames. */
function openGate({ smallBytes = 1000, mayTake = (): boolean => true } = {}) {
  const wire = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const refused: string[] = [];
  const gate = new FrameGate(wire, Buffer.alloc(0), { smallBytes, mostBytes: Infinity });
  gate.onTooLarge = () => refused.push("too large");
  onTestFinished(() => void gate.destroy());
  let passed = Buffer.alloc(0);
  gate.on("data", (chunk: Buffer) => {
    passed = Buffer.concat([passed, chunk]);
    if (mayTake()) gate.next();
  });
  const frames = () => {
    const all: string[] = [];
    for (let rest = passed; rest.length > 0;) {
      const header = readFrameHeader(rest)!;
      const { headerBytes, payloadBytes, mask, opcode, isCompressed } = header;
      const end = headerBytes + payloadBytes;
      const text = unmasked(rest.subarray(headerBytes, end), mask).toString("latin1");
      all.push(opcode === 9 ? "ping" : isCompressed ? "compressed" : text);
      rest = rest.subarray(end);
    }
    return all;
  };
  const send = (...sent: (Sent | Buffer)[]) =>
    wire.push(Buffer.concat(sent.map((one) => (Buffer.isBuffer(one) ? one : frame(one)))));
  return { gate, wire, send, frames, refused };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const ping: Sent = { text: "", opcode: 9 };

test("messages pass as they were sent, however the network cuts them [B13]", async () => {
  const message = fc.record({
    text: fc.string({ maxLength: 400 }),
    isCompressed: fc.boolean(),
    isCounting: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(message, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 90 }),
      async (messages, size) => {
        const { gate, wire, frames, refused } = openGate({ smallBytes: 5000 });
        gate.isCounting = messages[0]!.isCounting;
        const bytes = Buffer.concat(messages.flatMap((sent) => [frame(sent), frame(ping)]));
        for (let at = 0; at < bytes.length; at += size) wire.push(bytes.subarray(at, at + size));
        for (let turns = 0; turns < 100 && frames().length < messages.length * 2; turns++)
          await turn();
        const texts = messages.map(({ text }) => Buffer.from(text).toString("latin1"));
        expect(frames()).toEqual(texts.flatMap((text) => [text, "ping"]));
        expect(refused).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test("the next message passes when the one before was dealt with [B13]", async () => {
  const { gate, send, frames } = openGate({ mayTake: () => false });

  send({ text: "one" }, { text: "two" }, ping, { text: "three" });
  await turn();
  const first = frames();
  gate.next();
  await turn();

  expect([first, frames()]).toEqual([["one"], ["one", "two"]]);
});

test.each([
  { what: "a large frame", sent: [{ text: "x".repeat(1001) }] },
  { what: "a small one that inflates", sent: [{ text: "x".repeat(1001), isCompressed: true }] },
  {
    what: "one that inflates to a gigabyte",
    sent: [{ text: "", isCompressed: true, bytes: bomb() }],
  },
  {
    what: "small parts",
    sent: [
      { text: "x".repeat(600), isLast: false },
      { text: "x".repeat(600), opcode: 0 },
    ],
  },
  {
    what: "empty parts without an end",
    sent: Array.from({ length: 300 }, (_, index) => ({
      ...{ text: "", isLast: false, opcode: index === 0 ? 1 : 0 },
    })),
  },
])(
  "$what is refused while messages are counted, and nothing of it passes [B13]",
  async ({ sent }) => {
    const { send, frames, refused } = openGate({ smallBytes: 1000 });

    send(...sent, { text: "more" }, { text: "bye", opcode: 8 });
    await turn();

    expect(refused).toEqual(["too large"]);
    expect(frames()).toEqual(["bye"]);
  },
);

test("a large message that is not to be counted passes, compressed as it came [B13]", async () => {
  const { gate, send, frames, refused } = openGate({ smallBytes: 1000 });
  gate.isCounting = false;

  send({ text: "x".repeat(100_000), isCompressed: true }, { text: "y".repeat(70_000) });
  await turn();

  expect(frames()).toEqual(["compressed", "y".repeat(70_000)]);
  expect(refused).toEqual([]);
});

test("what comes faster than it is taken stays in the network [B13]", async () => {
  const { wire, send, frames } = openGate({ mayTake: () => false });
  for (let times = 0; times < 100; times++) send({ text: "x".repeat(900) });
  await turn();

  expect(frames()).toHaveLength(1);
  expect(wire.isPaused()).toBe(true);
});

test("what is sent goes out in order, and a text as it is: without a copy for each socket [S13]", async () => {
  const written: unknown[] = [];
  const wire = new Duplex({
    ...{ decodeStrings: false, read: () => undefined },
    write: (chunk: unknown, encoding, done) => {
      written.push(Buffer.isBuffer(chunk) ? chunk.toString("hex") : { text: chunk, encoding });
      done();
    },
  });
  const gate = new FrameGate(wire, Buffer.alloc(0), { smallBytes: 1000, mostBytes: Infinity });
  onTestFinished(() => void gate.destroy());

  const sent = await new Promise((resolve) => {
    gate.cork();
    gate.write(Buffer.from([0x81, 2]));
    gate.write("né");
    gate.uncork();
    gate.write("last", resolve);
  });

  expect(sent ?? null).toBeNull();
  const texts = ["né", "last"].map((text) => ({ text, encoding: "utf8" }));
  expect(written).toEqual(["8102", ...texts]);
});

test("what ends in the middle of a frame has ended [B13]", async () => {
  const { gate, wire } = openGate();
  const ended = new Promise((resolve) => gate.on("end", resolve));

  wire.push(frame({ text: "half" }).subarray(0, 5));
  wire.push(null);

  await ended;
});

/** Compresses 100 MiB of one letter into a small message. */
function bomb(): Buffer {
  return compressed("x".repeat(1024 * 1024 * 100));
}

/** Sends bytes one by one, as only an attacker would. */
function trickle(wire: Duplex, bytes: Buffer): void {
  for (const byte of bytes) wire.push(Buffer.from([byte]));
}

test.each([
  { what: "waits for its turn", isCounting: false, mayTake: false, length: 30_000 },
  { what: "is counted", isCounting: true, mayTake: true, length: 30_000 },
])("a message that comes byte by byte and $what is kept in few buffers [B21]", async (kind) => {
  const { gate, wire, send, frames } = openGate({
    ...{ smallBytes: 64_000, mayTake: () => kind.mayTake },
  });
  gate.isCounting = kind.isCounting;
  send({ text: "first" });
  await turn();
  const message = frame({ text: "x".repeat(kind.length) });
  trickle(wire, message.subarray(0, -1));
  await turn();
  const { heldBuffers } = gate;
  wire.push(message.subarray(-1));
  gate.next();
  await turn();

  expect(heldBuffers).toBeGreaterThan(0);
  expect(heldBuffers).toBeLessThan(20);
  expect(frames().map((text) => text.length)).toEqual([5, kind.length]);
});

test("a message in many small frames is kept in few buffers, and passes as it came [B21]", async () => {
  const { wire, frames, gate } = openGate();
  const sent = Array.from({ length: 200 }, (_, at): Sent => {
    const isLast = at === 199;
    return { text: `${at},`, opcode: at === 0 ? 1 : 0, isLast, isCompressed: false };
  });

  for (const one of sent.slice(0, -1)) wire.push(frame(one));
  await turn();
  const { heldBuffers } = gate;
  wire.push(frame(sent.at(-1)!));
  await turn();

  expect(heldBuffers).toBeGreaterThan(0);
  expect(heldBuffers).toBeLessThan(4);
  expect(frames()).toEqual(sent.map(({ text }) => text));
});

test("a compressed message in several frames is inflated as one [B13]", async () => {
  const { send, frames } = openGate();
  const bytes = compressed("many words, ".repeat(20));
  const [start, end] = [bytes.subarray(0, 5), bytes.subarray(5)];

  send(
    { text: "", bytes: start, isLast: false, isCompressed: true },
    { text: "", bytes: Buffer.alloc(0), isLast: false, opcode: 0 },
    ping,
    { text: "", bytes: end, opcode: 0 },
  );
  await turn();

  expect(frames()).toEqual(["ping", "many words, ".repeat(20)]);
});

test("a large frame that comes byte by byte goes on in few pieces [B21]", async () => {
  const { gate, wire, frames } = openGate({ smallBytes: 1000 });
  gate.isCounting = false;
  let pieces = 0;
  gate.on("data", () => (pieces += 1));

  trickle(wire, frame({ text: "x".repeat(30_000) }));
  await turn();

  expect(frames().map((text) => text.length)).toEqual([30_000]);
  expect(pieces).toBeLessThan(20);
});
