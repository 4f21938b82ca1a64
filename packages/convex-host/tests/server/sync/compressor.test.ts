import { constants, inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Compressor, windowBits } from "../../../src/server/sync/compressor.ts";
import { readFrameHeader } from "../../../src/server/sync/frame-header.ts";
import { type ServerMessage, textOf } from "../../../src/server/sync/server-text.ts";
import type { QueryResult } from "../../../src/wire/live-clients.ts";

const answer = (text: string): QueryResult => ({ text, journal: null });

/** Decodes the frames of one message as a client does, and returns the text. */
function received(frames: readonly Buffer[]) {
  const headers = frames.map((frame) => readFrameHeader(frame)!);
  const payloads = frames.map((frame, at) => frame.subarray(headers[at]!.headerBytes));
  const whole = Buffer.concat([...payloads, Buffer.from([0, 0, 0xff, 0xff])]);
  const options = { windowBits, finishFlush: constants.Z_SYNC_FLUSH };
  return { headers, payloads, text: inflateRawSync(whole, options).toString() };
}

const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.repeat(100)),
  // The bytes that end blocks and messages, which a client may send in its data.
  fc
    .constantFrom("\u0000\u0000\u00ff\u00ff", "\u0000", "]}", ',{"queryId":0,')
    .map((text) => text.repeat(300)),
  fc.constant("long ä ".repeat(20_000)),
);
const messages = fc.oneof(
  texts.map((text): ServerMessage => text),
  fc.array(fc.oneof(texts, texts.map(answer)), { minLength: 1, maxLength: 6 }),
);

test("a compressed message is read as the text that it was, whatever stands in it [S13]", async () => {
  const compressor = new Compressor();
  const property = fc.asyncProperty(messages, async (message) => {
    const { headers, text } = received(await compressor.framesOf(message));

    expect(text).toBe(Buffer.from(textOf(message)).toString());
    expect(headers.map(({ opcode }) => opcode)).toEqual(headers.map((_, at) => (at === 0 ? 1 : 0)));
    expect(headers.map(({ isLast }) => isLast)).toEqual(
      headers.map((_, at) => at === headers.length - 1),
    );
    expect(headers.map(({ isCompressed }) => isCompressed)).toEqual(
      headers.map((_, at) => at === 0),
    );
  });
  await fc.assert(property, { numRuns: 150 });
});

test("an answer is compressed once, and the bytes are the same ones for all who get it [S13]", async () => {
  const compressor = new Compressor();
  const short = answer("shared ".repeat(500));
  const long = answer("shared ".repeat(50_000));

  const [first, second] = await Promise.all(
    ["head for one", "head for another"].map(async (head) =>
      Promise.resolve(compressor.framesOf([head, short, ",", long, "]}"])),
    ),
  );

  expect(first![1]).toBe(second![1]);
  expect(first![3]).toBe(second![3]);
  expect(received(first!).text).toContain("head for one");
  expect(received(second!).text).toContain("head for another");
});

test("no caller gets the bytes of another's answer, however alike the two are [S13]", async () => {
  const compressor = new Compressor();
  const secretOf = (name: string) => answer(`"value":"secret of ${name}"`.repeat(100));
  const people = ["Ann", "Bob"].map((name) => ({ name, secret: secretOf(name) }));
  // The texts are equal, but the answers are two objects.
  const twins = [answer("same ".repeat(400)), answer("same ".repeat(400))];

  for (const { name, secret } of [...people, ...people]) {
    const { text } = received(await compressor.framesOf(["[", secret, "]"]));
    expect(text).toBe(`[${secret.text}]`);
    expect(text.replaceAll(`secret of ${name}`, "")).not.toContain("secret of");
  }
  const [one, other] = await Promise.all(
    twins.map(async (twin) => Promise.resolve(compressor.framesOf(["[", twin, "]"]))),
  );
  expect(one![1]).not.toBe(other![1]);
});

test("the size of a message does not tell whether a text that others wrote is in an answer beside it [S13]", async () => {
  const compressor = new Compressor();
  const secret = answer(`"name":"Zq8vKw2xPd6mTn4b" ${"and more of it ".repeat(100)}`);
  const guesses = ["Zq8vKw2xPd6mTn4b", "Hj5rLy9cVf3gSe7u"].map((guess) => `"name":"${guess}" `);

  const sizes = await Promise.all(
    guesses.flatMap((guess) =>
      [guess, answer(guess.repeat(40)), guess.repeat(40)].map(async (written) => {
        const frames = await compressor.framesOf(["{", written, ",", secret, "}"]);
        return frames.reduce((sum, frame) => sum + frame.length, 0);
      }),
    ),
  );

  expect(sizes.slice(0, 3)).toEqual(sizes.slice(3));
});
