import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { collect, commit, read, scan, temporaryPath, type Doc } from "./fixture.ts";
import { openDatabase } from "../../src/database/open-database.ts";

const child = join(import.meta.dirname, "crash-child.ts");
const command = (path: string, mode: string) => ["--import", "tsx", child, path, mode];

/** Reads the file after the crash: the number that all documents agree on, and the remembered requests. */
function recovered(path: string): { round: unknown; requests: number[]; documents: Doc[] } {
  const database = openDatabase({ path });
  onTestFinished(() => database.close());
  const documents = read(database, (tx) => collect(tx, scan("rounds")));
  const tx = database.begin({ nowMs: 1 });
  const requests: number[] = [];
  for (let id = 3; tx.findRequest("s", id) !== null; id++) requests.push(id);
  database.rollback(tx);
  const rounds = new Set(documents.map((document) => document["round"]));
  expect(rounds.size).toBe(1);
  return { round: [...rounds][0], requests, documents };
}

test.each([
  ["before-flush", 2],
  ["in-flush", 2],
  ["after-flush", 3],
])("killed %s: round %d is whole, with its requests [D27]", (mode, round) => {
  const path = temporaryPath();
  const { signal, stdout } = spawnSync(process.execPath, command(path, mode), { encoding: "utf8" });
  expect([signal, stdout]).toEqual(["SIGKILL", "1\n2\n"]);
  const state = recovered(path);
  expect(state.round).toBe(round);
  expect(state.documents).toHaveLength(3);
  expect(state.requests.at(-1)).toBe(round * 3 + 2);
});

test("killed at any moment: everything acknowledged is there, nothing is there by half [D27]", async () => {
  for (const acknowledged of [1, 40, 170]) {
    const path = temporaryPath();
    const process_ = spawn(process.execPath, command(path, "killed"), {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    process_.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.split("\n").length > acknowledged) process_.kill("SIGKILL");
    });
    await once(process_, "close");
    const last = Number(output.trimEnd().split("\n").at(-1));
    const state = recovered(path);
    expect(state.round).toBeGreaterThanOrEqual(last);
    expect(state.requests.at(-1)).toBe(Number(state.round) * 3 + 2);
  }
});

test("a full disk refuses whole groups, keeps what was acknowledged, and works again with room [D7]", async () => {
  const path = temporaryPath();
  // The unit is a block of 1 KiB: no file may grow beyond 2 MiB.
  const { stdout } = spawnSync(
    "bash",
    ["-c", 'ulimit -f 2048; exec "$0" "$@"', process.execPath, ...command(path, "full")],
    { encoding: "utf8" },
  );
  const lines = stdout.trimEnd().split("\n");
  expect(lines.at(-1)).toMatch(/^refused \d+ SQLITE_(?:FULL|IOERR)\w*$/);
  const [, count] = lines.at(-1)!.split(" ");
  const acknowledged = Number(lines.at(-2));
  expect(acknowledged).toBeGreaterThan(3);
  expect(Number(count)).toBe(acknowledged * 3);
  const database = openDatabase({ path });
  onTestFinished(() => database.close());
  const rounds = read(database, (tx) =>
    collect(tx, scan("rounds")).map((document) => document["round"]),
  );
  expect(rounds).toEqual(
    Array.from({ length: acknowledged * 3 }, (_, at) => Math.floor(at / 3) + 1),
  );
  await commit(database, (tx) => tx.insert("rounds", { round: 0 }))[1];
});
