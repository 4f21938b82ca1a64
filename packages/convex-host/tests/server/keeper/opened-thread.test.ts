import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { RunningThread } from "../../../src/server/keeper/running-thread.ts";
import { ThreadKeeper } from "../../../src/server/keeper/thread-keeper.ts";
import { createFakeThread } from "../../support/fake-thread.ts";

/** Opens a thread before its keeper exists; `ended` resolves when the thread has exited. */
async function openAhead(programOf: (folder: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), "opened-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const created = once(process, "worker") as Promise<[Worker]>;
  const opened = new RunningThread({ entry: programOf(folder), heapMb: null });
  const [worker] = await created;
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  return { opened, ended };
}

function keep(opened: RunningThread) {
  const { options, ...fake } = createFakeThread({ opened });
  const ignore = () => undefined;
  const events = { ready: ignore, message: ignore, stuck: () => "", lost: ignore };
  const more = { notStarted: ignore, quarantined: () => [] };
  const keeper = new ThreadKeeper(options, { ...events, ...more });
  onTestFinished(() => keeper.stop());
  return { keeper, ...fake };
}

test("a program that breaks before its start is told at the start [O6]", async () => {
  const { opened, ended } = await openAhead((folder) => {
    const program = join(folder, "broken.mjs");
    writeFileSync(program, 'throw new Error("A part is missing.");');
    return program;
  });
  const { keeper } = keep(opened);
  await ended;

  await expect(keeper.start()).rejects.toThrow("A part is missing.");
});

test("a thread that never got its start is ended too [O6]", async () => {
  const { opened, ended } = await openAhead(() => createFakeThread().options.entry as string);
  const { keeper, starts } = keep(opened);

  await keeper.stop();

  await ended;
  expect(starts()).toEqual([]);
});

test("the thread that was opened ahead is the first, and another one takes its place [B5]", async () => {
  const { opened, ended } = await openAhead(() => createFakeThread().options.entry as string);
  const { keeper, starts } = keep(opened);

  await keeper.start();
  expect(keeper.current).toBe(opened);
  await keeper.replace({ appBundle: "changed" });

  await ended;
  expect(keeper.current).not.toBe(opened);
  expect(starts()).toEqual(["good", "changed"]);
});
