import type { CopiedRow, Place } from "../device/copied-row.ts";
import type { Change, Copied } from "../device/copy-line.ts";
import { fileOf } from "../device/kept-file.ts";
import { type KeptFiles, operationsIn, type Schema } from "./kept-rows.ts";
import type { Operation } from "./operation.ts";

/** The operations of the device and their files, as their second copy has them. */
export const copiedOperations: Copied<Schema> = {
  stores: ["operations", "files"],
  rows: async (database) => {
    const look = database.transaction(["operations", "files"]);
    const rows = operationsIn(await look.objectStore("operations").getAll()).map(rowOf);
    for await (const { key, value } of look.objectStore("files")) rows.push(filesRow(key, value));
    return rows;
  },
  restore: async (change, rows) => {
    const { operations, files } = parted(rows);
    if (operations.length > 0) await restoreOperations(change, operations);
    const found = operationsIn(await change.objectStore("operations").getAll());
    const ids = new Set(found.map(({ id }) => id));
    const store = change.objectStore("files");
    for (const { key, files: copied = {} } of files) {
      const isLacking = ids.has(key) && (await store.getKey(key)) === undefined;
      if (isLacking) await store.put(copied, key);
    }
  },
};

/** The row of an operation. Its number may change when it is put back, so its id names it. */
export function rowOf(operation: Operation): CopiedRow {
  return { store: "operations", key: operation.id, value: operation };
}

export function filesRow(id: string, files: KeptFiles): CopiedRow {
  const entries = Object.entries(files).map(([role, file]) => [role, fileOf(file)] as const);
  return { ...filesPlace(id), value: null, files: Object.fromEntries(entries) };
}

export function filesPlace(id: string): Place {
  return { store: "files", key: id };
}

/**
 * Puts back operations that the database lacks, in the order in which all were made. They count as sent: the copy may be
 * older than the last attempt, and a change that the server may have is not merged with another.
 */
async function restoreOperations(
  change: Change<Schema>,
  copied: readonly Operation[],
): Promise<void> {
  const store = change.objectStore("operations");
  const present = operationsIn(await store.getAll());
  const ids = new Set(present.map(({ id }) => id));
  const lacking = copied
    .filter(({ id }) => !ids.has(id))
    .map((each) => ({ ...each, tries: Math.max(each.tries, 1) }));
  const all = [...present, ...lacking].sort((one, other) => one.madeAt - other.madeAt);
  const isInOrder = all.every(({ seq }, at) => seq > (all[at - 1]?.seq ?? 0));
  if (isInOrder) for (const each of lacking) await store.put(each);
  // The new database has begun to number anew.
  else await renumber(change, { present, all });
}

async function renumber(
  change: Change<Schema>,
  { present, all }: Record<"present" | "all", readonly Operation[]>,
): Promise<void> {
  const store = change.objectStore("operations");
  for (const { seq } of present) await store.delete(seq);
  for (const { seq: _, ...each } of all) await store.put(each as Operation);
}

function parted(rows: readonly CopiedRow[]) {
  const of = (name: string) => rows.filter(({ store }) => store === name);
  const operations = of("operations").map(({ value }) => value as Operation);
  return { operations: operationsIn(operations), files: of("files") };
}
