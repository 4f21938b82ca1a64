import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { Exports } from "../../src/functions/admin/exports.ts";
import { mutate, roomsDatabase } from "../database/fixture.ts";

const minuteMs = 60_000;

/** Starts an export that is larger than the buffers between the host and the client of the download. */
async function startDownload() {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const database = roomsDatabase();
  for (let count = 0; count < 20; count += 1)
    await mutate(database, (tx) =>
      tx.insert("rooms", { name: randomBytes(60_000).toString("base64") }),
    );
  const released = vi.fn();
  const exports = new Exports({
    database,
    blobs: { uuidOf: (id) => id, pathOf: (uuid) => uuid },
    holdFiles: () => released,
  });
  const ask = (path: string) => exports.answer(new Request(`http://localhost/api/export/${path}`));
  ask("request/zip?includeStorage=true");
  const reader = ask(`zip/${exports.latest}`).body!.getReader();
  return { reader, released };
}

test("a download that nobody takes lets go of its moment, and does not look whole [C9]", async () => {
  const { reader, released } = await startDownload();
  await reader.read();
  // Wait until the bytes that are on their way have arrived.
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();

  vi.advanceTimersByTime(2 * minuteMs);

  await vi.waitFor(() => expect(released).toHaveBeenCalledOnce());
  const readAll = async () => {
    while (!(await reader.read()).done);
  };
  await expect(readAll()).rejects.toThrow("The download was not taken.");
});

test("a slow download comes to its end [C9]", async () => {
  const { reader, released } = await startDownload();

  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes < 64 * 1024) continue;
    bytes = 0;
    vi.advanceTimersByTime(minuteMs);
  }

  await vi.waitFor(() => expect(released).toHaveBeenCalledOnce());
});
