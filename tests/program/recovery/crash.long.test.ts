import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import type { Ledger } from "../../faults/ledger.ts";
import { runKillRounds } from "../../faults/kill-rounds.ts";

test(
  "killed again and again during mixed load, the host has all that was acknowledged exactly once and its clients go on by themselves [O1] [DATA-48]",
  { timeout: 240_000 },
  async () => {
    const stray = randomUUID();
    let checks = 0;

    const result = await runKillRounds({
      ...{ live: 5, http: 2, seed: 20_261_121, rounds: 4, roundsPerCheck: 3 },
      tell: () => undefined,
      bundles: inject("workspaceWithTestModules"),
      tamper: async (compared) => {
        checks += 1;
        if (checks === 2) await spoil(compared, stray);
      },
    });

    // The spoiled row is reported, and no other fault.
    expect(result.wrongs).toEqual([
      "The project Never stored (made) is there 0 times.",
      "The due date 2030-01-01 of no task is undefined.",
      `The file ${stray} has no row.`,
    ]);
    expect(result).toMatchObject({ rounds: 4, checks: 2 });
    for (const kind of ["projects", "due dates", "ticks", "projects over HTTP"])
      expect(result.acknowledged).toHaveProperty([kind]);
  },
);

async function spoil({ dataDir, ledger }: { dataDir: string; ledger: Ledger }, stray: string) {
  ledger.projects.set("Never stored", "made");
  ledger.dueDates.set("no task", "2030-01-01");
  await writeFile(join(dataDir, "files", stray), "x");
}
