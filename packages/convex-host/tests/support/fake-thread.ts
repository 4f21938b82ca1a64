import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { makeSecrets } from "../../src/wire/secrets.ts";
import { newTokenKey } from "../../src/operations/token-key.ts";
import { defaultLimits } from "../../src/server/bounds/server-limits.ts";
import type { ToThread } from "../../src/wire/messages.ts";
import type { ThreadKeeperOptions } from "../../src/server/keeper/thread-keeper.ts";

/**
 * The source of a function thread without functions. It notes each start and each call that it receives. It fails to
 * start if its app or its folder says so, and does not stop while it is held.
 */
const program = `
  import { execFileSync } from "node:child_process";
  import { appendFileSync, existsSync } from "node:fs";
  import { setTimeout } from "node:timers/promises";
  import { parentPort } from "node:worker_threads";
  let appBundle, dataDir;
  const functions = new Map([["a:b", { path: "a:b", kind: "action", visibility: "public" }]]);
  const note = (name, text) => appendFileSync(dataDir + "/" + name, text + "\\n");
  const begin = (start) => {
    ({ appBundle, dataDir } = start);
    note("starts", appBundle);
    const slots = new Int32Array(start.pulse);
    setInterval(() => Atomics.add(slots, 0, 1), 20);
    while (appBundle === "looping");
    if (appBundle === "broken" || existsSync(dataDir + "/broken"))
      parentPort.postMessage({ type: "start-failed", message: "It does not load." });
    else if (appBundle !== "endless") parentPort.postMessage({ type: "ready", info: { functions } });
  };
  parentPort.on("message", async ({ type, call, asked, start }) => {
    if (type === "start") return begin(start);
    if (type === "client-close") throw new Error("Terminated due to reaching memory limit");
    if (type === "clients-drained") process.exit(1);
    if (type === "client-identity") execFileSync(process.execPath, ["-e", "setTimeout(() => {}, 1500)"]);
    if (type !== "stop") return note("heard", [appBundle, asked?.name ?? type, call].join(" "));
    while (existsSync(dataDir + "/held")) await setTimeout(2);
    parentPort.postMessage({ type: "stopped" });
  });
`;

/** A message that makes the thread exit on its own. */
export const die = { type: "clients-drained", clients: [] } satisfies ToThread;

/** A message that makes the thread exit with the error text of another failure. */
export const dieWithBorrowedWords = { type: "client-close", client: 0 } satisfies ToThread;

/** A message that blocks the thread for 1.5 s in a child process, where it cannot be terminated. */
export const beUnendable = {
  ...{
    type: "client-identity",
    client: 0,
    version: 0,
    identity: null,
    isAdmin: false,
    taker: null,
  },
} satisfies ToThread;

type FakeThread = {
  options: ThreadKeeperOptions;
  /** Returns the app names of all starts. */
  starts: () => string[];
  /** Returns the app, kind and number of each received message, in order. */
  heard: () => string[];
  /** Makes a file in the data folder that marks the thread as "broken" or "held". */
  mark: (name: "broken" | "held") => void;
  unmark: (name: "broken" | "held") => void;
};

/** Makes the options for an owner of such a thread. Register the owner's stop with `onTestFinished` after this call. */
export function createFakeThread(more: Partial<ThreadKeeperOptions> = {}): FakeThread {
  const folder = mkdtempSync(join(tmpdir(), "thread-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pathOf = (name: string) => join(folder, name);
  const linesOf = (name: string) => readFileSync(pathOf(name), "utf8").split("\n").filter(Boolean);
  writeFileSync(pathOf("thread.mjs"), program);
  for (const name of ["starts", "heard"]) writeFileSync(pathOf(name), "");
  const ignore = () => undefined;
  return {
    options: {
      entry: pathOf("thread.mjs"),
      start: {
        ...{ appBundle: "good", dataDir: folder, databaseFile: "", siteUrl: "", environment: {} },
        ...{ firstRun: null, auditPath: null, dataMark: null, fixedVariables: [] },
        ...{ redactErrors: true, secrets: makeSecrets(newTokenKey()), diskFloor: defaultLimits },
      },
      limits: defaultLimits,
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      wait: () => Promise.resolve(),
      ...more,
    },
    starts: () => linesOf("starts"),
    heard: () => linesOf("heard"),
    mark: (name) => writeFileSync(pathOf(name), ""),
    unmark: (name) => rmSync(pathOf(name), { force: true }),
  };
}
