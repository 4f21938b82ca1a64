import { randomFillSync } from "node:crypto";
import type { RequestMetadata } from "./caller.ts";

const idBytes = 8;
/** Random bytes for 256 ids: asking for a few of them takes as long as asking for all. */
const stock = Buffer.alloc(idBytes * 256);
let used = stock.length;

/** Makes an id that names one request in logs and error messages. */
export function newRequestId(): RequestMetadata["requestId"] {
  if (used === stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  used += idBytes;
  return stock.toString("hex", used - idBytes, used);
}
