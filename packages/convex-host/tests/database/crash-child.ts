import { openDatabase } from "../../src/database/open-database.ts";

/**
 * Writes rounds until the process dies. `process.argv` has the database path and the way to end: "before-flush",
 * "in-flush" and "after-flush" kill the process at that point of round 3; "killed" writes until the parent kills it;
 * "full" writes until the disk refuses. Each round is one group of three mutations that set the same number on three
 * documents. Acknowledged rounds are printed.
 */
const [path, mode] = process.argv.slice(2) as [string, string];
const lastRound = 3;
let round = 0;
let committed = false;

const die = () => process.kill(process.pid, "SIGKILL");

const database = openDatabase({
  path,
  clock: () => {
    if (mode === "in-flush" && round === lastRound && committed) die();
    return Date.now();
  },
});
database.onCommit(() => {
  if (mode === "after-flush" && round === lastRound) die();
});

const ids: string[] = [];
for (round = 1; ; round++) {
  committed = false;
  const waits: Promise<unknown>[] = [];
  for (let at = 0; at < 3; at++) {
    const tx = database.begin({ nowMs: round });
    const value = { round, at, filler: mode === "full" ? "x".repeat(50_000) : "" };
    const id = ids[at];
    if (mode === "full" || id === undefined) ids[at] = tx.insert("rounds", value);
    else tx.replace({ id, value });
    const requestId = round * 3 + at;
    waits.push(
      database.commit(tx, { sessionId: "s", requestId, caller: "", result: "null", logLines: [] }),
    );
  }
  committed = true;
  if (mode === "before-flush" && round === lastRound) die();
  try {
    await Promise.all(waits);
  } catch (error) {
    const tx = database.begin({ nowMs: round });
    process.stdout.write(`refused ${tx.count("rounds")} ${(error as { code?: string }).code}\n`);
    process.exit(0);
  }
  process.stdout.write(`${round}\n`);
}
