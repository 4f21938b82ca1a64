import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { backUp, makeAdminKey } from "convex-host";
import { openDatabase, promisedFiles, walkTable } from "convex-host/inside";
import { importedTables, ImportUpload, until, zipOf } from "convex-host/test-support";
import { workspaceNames } from "../../../server/workspace-options.ts";
import { KillableHost } from "../../support/killable-host.ts";

const rows = 4_000;
const { databaseFile } = workspaceNames;

let host: KillableHost;
let imports: ImportUpload;
beforeAll(async () => {
  host = await KillableHost.build({ bundles: inject("workspace") });
  await host.start();
  imports = new ImportUpload(host.url, await makeAdminKey(host.dataDir));
}, 60_000);
afterAll(() => host.remove());

test(
  "killed in the middle of an import, the host has the old workspace whole or the new one whole, says which, and takes the next import [C10]",
  { timeout: 120_000 },
  async () => {
    const startedAt = performance.now();
    await carryOut(1);
    const wholeMs = performance.now() - startedAt;
    let present = 1;

    for (const [round, share] of [0, 0.3, 0.7, 1].entries()) {
      const generation = round + 2;
      const id = await imports.prepare(await zipOf({ number: generation, rows }));
      await imports.confirm(id);
      await new Promise((resolve) => setTimeout(resolve, wholeMs * share));
      if (share === 1) await endOf(id);
      await host.kill();
      await host.start();

      const { state, error_message: message } = await imports.stateOf(id);
      if (state === "completed") present = generation;
      else expect(message).toBe("The host was started anew. Nothing was imported.");
      if (share === 0 || share === 1) expect(state).toBe(share === 0 ? "failed" : "completed");
      expect(await readStored(`after-${round}`)).toEqual(wholeOf(present));
    }

    await carryOut(100);
    expect(await readStored("at-last")).toEqual(wholeOf(100));
  },
);

async function carryOut(generation: number): Promise<void> {
  const id = await imports.prepare(await zipOf({ number: generation, rows }));
  await imports.confirm(id);
  expect(await endOf(id)).toBe("completed");
}

async function endOf(id: string): Promise<string> {
  const isOver = ({ state }: { state: string }) => state !== "in_progress";
  return (await until(() => imports.stateOf(id), isOver)).state;
}

function wholeOf(generation: number) {
  return {
    tables: importedTables.map(() => ({ rows, generations: [generation] })),
    files: [`file of generation ${generation}`],
  };
}

/** The stored rows, read from a copy. */
async function readStored(name: string) {
  const { folder } = await backUp(
    { dataDir: host.dataDir, databaseFile },
    join(dirname(host.dataDir), name),
  );
  const database = openDatabase({ path: join(folder, databaseFile) });
  const snapshot = database.snapshot();
  const tables = importedTables.map((table) => {
    const found = [...walkTable(snapshot, table)].map(({ generation }) => generation);
    return { rows: found.length, generations: [...new Set(found)] };
  });
  snapshot.close();
  const paths = [...promisedFiles(database)].map(({ uuid }) => join(folder, "files", uuid));
  database.close();
  return { tables, files: await Promise.all(paths.map((path) => readFile(path, "utf8"))) };
}
