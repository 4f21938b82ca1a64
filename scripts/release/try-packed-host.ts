import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { WebSocket } from "ws";
import { compiler } from "./pack-host.ts";
import { runStep } from "../run-steps.ts";

const patienceMs = 60_000;
const fixture = resolve(
  import.meta.dirname,
  "../../packages/convex-host/tests/fixtures/convex-app",
);

type Program = { file: string; args: readonly string[]; folder: string };
type List = { list: string };
const list = makeFunctionReference<"query", List, string[]>("items:list");
const add = makeFunctionReference<"mutation", List & { text: string }, string>("items:add");

/**
 * Serves a small Convex folder with the command line of a host that is installed in `folder`. It makes a change, a
 * query and a watched query with the official client, then a backup, a restore and a key. Throws with the printed
 * output when one fails.
 */
export async function tryPackedHost(
  folder: string,
  [file, ...args]: readonly [string, ...string[]],
): Promise<void> {
  await cp(fixture, join(folder, "convex"), { recursive: true });
  const program = { file, args, folder };
  await whileServed(program, async (client) => {
    const watched: string[][] = [];
    const two = new Promise<void>((tell) => {
      client.onUpdate(list, { list: "a" }, (texts) => {
        watched.push(texts);
        if (texts.length === 2) tell();
      });
    });
    await client.mutation(add, { list: "a", text: "one" });
    assert.deepEqual(await client.query(list, { list: "a" }), ["one"]);
    await client.mutation(add, { list: "a", text: "two" });
    await two;
    assert.deepEqual(watched.at(-1), ["one", "two"]);
    assert.match(runPacked(program, "backup", "saved"), /^Backed up to saved: 0 files/);
    await client.mutation(add, { list: "a", text: "three" });
  });
  assert.match(runPacked(program, "restore", "saved"), /The data before the restore is in /);
  assert.match(runPacked(program, "admin-key"), /^convex\|\S+\n$/);
  await whileServed(program, async (client) => {
    assert.deepEqual(await client.query(list, { list: "a" }), ["one", "two"]);
  });
}

/**
 * Compiles a program that uses the packed host in `folder`. Its types are complete only when a wrong use is an error
 * too.
 */
export async function tryPackedTypes(folder: string): Promise<void> {
  const file = join(folder, "program.mts");
  const compile = async (use: string) => {
    const lines = [
      'import { startHost, type RunningHost } from "convex-host";',
      'import { bundleApp } from "convex-host/build";',
      "export const start: (options: Parameters<typeof startHost>[0]) => Promise<RunningHost> = startHost;",
      `export const bundled: Promise<void> = bundleApp({ ${use}: "convex", outFile: "app.js" });`,
    ];
    await writeFile(file, lines.join("\n"));
    const rules = [
      "--ignoreConfig",
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--target",
      "es2023",
    ];
    const modules = ["--module", "nodenext", "--types", ""];
    const command = [process.execPath, compiler, ...rules, ...modules, file] as const;
    return await runStep({ name: "tsc", command });
  };
  const { passed, output } = await compile("folder");
  assert.ok(passed, output);
  assert.match((await compile("place")).output, /'place' does not exist in type/);
  await rm(file);
}

/** An environment without the settings of the caller and without its package folders. */
function environment(folder: string): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", PORT: "0", DATA_DIR: join(folder, "data") };
}

/** Runs a command of the packed host and returns its output. */
function runPacked({ file, args, folder }: Program, ...more: readonly string[]): string {
  const options = { cwd: folder, env: environment(folder), encoding: "utf8" } as const;
  return execFileSync(file, [...args, ...more], { ...options, stdio: ["ignore", "pipe", "pipe"] });
}

/** Starts the host, lets `work` use it, and tells it to stop. */
async function whileServed(
  { file, args, folder }: Program,
  work: (client: ConvexClient) => Promise<void>,
): Promise<void> {
  const child = spawn(file, [...args, "start"], {
    cwd: folder,
    env: environment(folder),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const ended = new Promise<number | null>((tell, fail) => {
    child.on("error", fail);
    child.on("close", tell);
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  try {
    const ready = new Promise<string>((tell) => {
      const read = (piece: Buffer) => {
        printed += piece.toString("utf8");
        const [, url] = /convex-host is ready at (\S+)\n/.exec(printed) ?? [];
        if (url !== undefined) tell(url);
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
    });
    const url = await Promise.race([ready, ended]);
    assert.equal(typeof url, "string", `It ended with ${url}`);
    const client = connect(String(url));
    const endedEarly = ended.then(() => assert.fail("It ended too early"));
    try {
      await Promise.race([work(client), endedEarly]);
    } finally {
      await client.close();
    }
    child.kill("SIGTERM");
    assert.equal(await ended, 0, "It did not end as it was told");
  } catch (error) {
    throw new Error(`The packed host failed. It printed:\n${printed}`, { cause: error });
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
}

function connect(url: string): ConvexClient {
  return new ConvexClient(url, {
    // Node 20 has no WebSocket.
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
}
