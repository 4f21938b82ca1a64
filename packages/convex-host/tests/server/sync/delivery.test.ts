import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { WebSocket } from "ws";
import { Compressor } from "../../../src/server/sync/compressor.ts";
import { FrameGate } from "../../../src/server/sync/frame-gate.ts";
import { Outbox } from "../../../src/server/sync/outbox.ts";
import { readFrameHeader } from "../../../src/server/sync/frame-header.ts";
import { AnswerBytes, plainFrame } from "../../../src/server/sync/server-frames.ts";
import { textOf } from "../../../src/server/sync/server-text.ts";

/** Opens both ends of a TCP connection on the loopback interface. */
async function openLine(): Promise<{ gate: FrameGate; client: Socket }> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [socket] = (await once(server, "connection")) as [Socket];
  const gate = new FrameGate(socket, Buffer.alloc(0), { smallBytes: 1000, mostBytes: 1000 });
  onTestFinished(() => {
    gate.destroy();
    client.destroy();
    server.close();
  });
  return { gate, client };
}

test("who reads late gets the own bytes, whatever others are sent meanwhile [S13]", async () => {
  const [late, other] = [await openLine(), await openLine()];
  const message = (letter: string) => [
    Buffer.from("<"),
    Buffer.from(letter.repeat(9_998)),
    Buffer.from(">"),
  ];
  let taken = 0;
  const send = () => late.gate.deliver(message("a"), 10_000, () => (taken += 1));

  let count = 1;
  for (; send(); count += 1) taken += 1;
  for (let times = 0; times < 20; times += 1)
    other.gate.deliver(message("b"), 10_000, () => undefined);
  send();
  count += 1;

  let read = Buffer.alloc(0);
  late.client.on("data", (bytes) => (read = Buffer.concat([read, bytes])));
  await expect.poll(() => read.length, { timeout: 10_000 }).toBe(count * 10_000);
  const own = Buffer.concat(message("a")).toString();
  expect(read.toString() === own.repeat(count)).toBe(true);
  expect(taken).toBe(count);
});

test("a client whose message is taken may have the next, also while a ping waits behind it [L8]", () => {
  const taken: (() => void)[] = [];
  const outbox = new Outbox(
    { extensions: "", readyState: 1, OPEN: 1, bufferedAmount: 2 } as WebSocket,
    {
      wire: { deliver: (_frames, _bytes, onTaken) => taken.push(onTaken) === 0 },
      compressor: new Compressor(),
      answerBytes: new AnswerBytes(),
      unread: { count: () => undefined, leave: () => undefined },
    },
  );
  const left: number[] = [];

  outbox.send("news", () => left.push(outbox.bytes));
  expect(outbox.bytes).toBeGreaterThan(0);
  taken[0]!();

  expect(left).toEqual([0]);
});

test("a message that is not compressed is one frame, with the same bytes of an answer for all [S13]", () => {
  const answers = new AnswerBytes();
  const answer = { text: "für alle ".repeat(100), journal: null };
  const twin = { ...answer };
  const sent = [answer, answer, twin].map((one, at) => [
    "{",
    one,
    `,${at}`,
    { text: "ä", journal: null },
    "}",
  ]);
  const frames = sent.map((message) => plainFrame(message, answers));

  for (const [at, pieces] of frames.entries()) {
    const bytes = Buffer.concat(pieces);
    const header = readFrameHeader(bytes)!;
    expect(header).toMatchObject({ opcode: 1, isLast: true, isCompressed: false });
    expect(header.payloadBytes).toBe(bytes.length - header.headerBytes);
    expect(bytes.subarray(header.headerBytes).toString()).toBe(textOf(sent[at]!));
  }
  expect(frames[0]).toContain(answers.of(answer));
  expect(frames[1]).toContain(answers.of(answer));
  // The text is equal, but the answer is another object.
  expect(frames[2]).not.toContain(answers.of(answer));
});
