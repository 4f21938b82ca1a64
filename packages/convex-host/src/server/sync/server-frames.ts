import { Sender } from "ws";

declare module "ws" {
  /** The part of `ws` that makes frames; its types leave it out. */
  export const Sender: {
    frame(
      payload: Buffer,
      options: { fin: boolean; rsv1: boolean; opcode: number; mask: false; readOnly: true },
    ): Buffer[];
  };
}

const continuationOpcode = 0;
const textOpcode = 1;

/** One frame of a compressed text message, as servers send it: the mark of compression is on the first alone. */
export function compressedFrame(
  payload: Buffer,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): Buffer {
  const opcode = isFirst ? textOpcode : continuationOpcode;
  return Buffer.concat(
    Sender.frame(payload, { fin: isLast, rsv1: isFirst, opcode, mask: false, readOnly: true }),
  );
}
