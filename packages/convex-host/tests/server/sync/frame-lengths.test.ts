import { once } from "node:events";
import type { Writable } from "node:stream";
import { expect, test } from "vitest";
import { Receiver } from "ws";
import { clientFrame } from "../../../src/server/sync/frame-header.ts";
import { AnswerBytes, plainFrame } from "../../../src/server/sync/server-frames.ts";

declare module "ws" {
  /** The frame parser of `ws`, which its types do not declare. */
  export const Receiver: new (options: { isServer: boolean }) => Writable;
}

/** The lengths at which the header of a frame grows, each with the one before it (RFC 6455, 5.2). */
const lengths = [0, 125, 126, 65_535, 65_536];
const textOpcode = 1;

async function readByLibrary(frame: Buffer, options: { isServer: boolean }): Promise<string> {
  const receiver = new Receiver(options);
  const message = once(receiver, "message") as Promise<[Buffer]>;
  receiver.write(frame);
  const [bytes] = await message;
  return bytes.toString();
}

test.for(lengths)(
  "a frame of %i bytes is read as the text that it was [S13] [B13]",
  async (length) => {
    const text = "x".repeat(length);
    const sent = Buffer.concat(plainFrame(text, new AnswerBytes()));
    const passed = clientFrame(textOpcode, Buffer.from(text));

    expect(await readByLibrary(sent, { isServer: false })).toBe(text);
    expect(await readByLibrary(passed, { isServer: true })).toBe(text);
  },
);
