import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { readOn } from "../../../src/server/http/read-on.ts";

const most = { bytes: 1_000, ms: 120_000 };

test("nothing is kept for the rest of a body whose sender has gone before or goes later [B3]", async () => {
  const [gone, there] = [new PassThrough(), new PassThrough()];
  gone.destroy();
  await once(gone, "close");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());

  readOn(gone as unknown as IncomingMessage, most);
  expect(vi.getTimerCount()).toBe(0);

  readOn(there as unknown as IncomingMessage, most);
  expect(vi.getTimerCount()).toBe(1);
  there.destroy();
  await once(there, "close");
  expect(vi.getTimerCount()).toBe(0);
});
