import { expect, test } from "vitest";
import { exportZip } from "../../src/functions/admin/export-zip.ts";
import { readsPerTurn } from "../support/reads-per-turn.ts";
import { freshDatabase, mutate } from "../database/fixture.ts";

test("an export names the files a slice at a time [F8]", async () => {
  const database = freshDatabase();
  await mutate(database, (tx) => {
    for (let number = 0; number < 3_500; number++)
      tx.system.insert("_storage", { sha256: "", size: 0, contentType: null });
  });
  const reads = readsPerTurn(database);
  const snapshot = database.snapshot();

  const blobs = { uuidOf: (id: string) => id, pathOf: (uuid: string) => uuid };
  const zip = exportZip({ snapshot, tables: [], blobs, includeStorage: true });
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  reads.stop();
  zip.destroy();
  snapshot.close();

  expect(reads.total()).toBe(4_000);
  expect(reads.most()).toBeLessThanOrEqual(1_000);
});
