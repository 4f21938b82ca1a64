import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { defaultLimits } from "../../../host/limits.ts";
import type { ToThread } from "../../../host/worker/messages.ts";
import { ThreadKeeper, type ThreadKeeperOptions } from "../../../host/worker/thread-keeper.ts";
import { createGate } from "../../support/gate.ts";
import { until } from "../../support/until.ts";

/** A function thread without functions: notes each start, and does not start when its app or its folder says so. */
const program = `
  import { appendFileSync, existsSync } from "node:fs";
  import { parentPort, workerData } from "node:worker_threads";
  const { appBundle, dataDir, pulse } = workerData;
  appendFileSync(dataDir + "/starts", appBundle + "\\n");
  const slots = new Int32Array(pulse);
  setInterval(() => Atomics.add(slots, 0, 1), 20);
  parentPort.on("message", ({ type }) => {
    if (type === "stop") parentPort.postMessage({ type: "stopped" });
    else process.exit(1);
  });
  if (appBundle === "broken" || existsSync(dataDir + "/broken"))
    parentPort.postMessage({ type: "start-failed", message: "It does not load." });
  else if (appBundle !== "endless") parentPort.postMessage({ type: "ready", info: {} });
`;
const die = { type: "clients-drained", clients: [] } satisfies ToThread;

function makeKeeper(more: Partial<ThreadKeeperOptions> = {}, appBundle = "good") {
  const folder = mkdtempSync(join(tmpdir(), "keeper-"));
  const entry = join(folder, "thread.mjs");
  const starts = join(folder, "starts");
  writeFileSync(entry, program);
  writeFileSync(starts, "");
  const ignore = () => undefined;
  const options: ThreadKeeperOptions = {
    entry,
    start: {
      ...{ appBundle, dataDir: folder, siteUrl: "", environment: {}, seed: "none" },
      ...{ usesDemoProvider: false, redactErrors: true },
    },
    limits: defaultLimits,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    wait: () => Promise.resolve(),
    ...more,
  };
  const events = { ready: ignore, message: ignore, stuck: () => "", lost: ignore };
  const keeper = new ThreadKeeper(options, { ...events, quarantined: () => [] });
  onTestFinished(async () => {
    await keeper.stop();
    rmSync(folder, { recursive: true });
  });
  return { keeper, folder, starts: () => readFileSync(starts, "utf8").split("\n").filter(Boolean) };
}

test("[O6] a stop gives up a thread that is just being started", async () => {
  const { keeper, starts } = makeKeeper({}, "endless");
  const started = keeper.start();
  const refused = expect(started).rejects.toThrow("The host is shutting down.");
  await until(starts, (names) => names.length === 1);

  await keeper.stop();

  await refused;
  expect(keeper.current).toBeNull();
  await expect(keeper.replace({})).rejects.toThrow("The host is shutting down.");
});

test("[O4] when what ran before does not start again either, it is tried again", async () => {
  const gate = createGate();
  const { keeper, folder } = makeKeeper({ wait: () => gate.opened });
  await keeper.start();
  writeFileSync(join(folder, "broken"), "");

  await expect(keeper.replace({ appBundle: "broken" })).rejects.toThrow("It does not load.");
  expect(keeper.current).toBeNull();
  rmSync(join(folder, "broken"));
  gate.open();

  await until(
    () => keeper.current,
    (current) => current !== null,
  );
});

test("[B5] a change that starts a thread spares the start that was due for the one before", async () => {
  const gate = createGate();
  const { keeper, starts } = makeKeeper({ wait: () => gate.opened });
  await keeper.start();
  keeper.current?.post(die);
  await until(
    () => keeper.current,
    (current) => current === null,
  );

  await keeper.replace({ appBundle: "changed" });
  gate.open();
  await keeper.replace({});

  expect(starts()).toEqual(["good", "changed", "changed"]);
});
