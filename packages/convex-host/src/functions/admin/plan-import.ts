import { rm } from "node:fs/promises";
import { messageOf } from "../../log.ts";
import { type ImportState, noteImport } from "./import-log.ts";
import type { ImportJob } from "../../wire/import-job.ts";
import { openImportFile } from "./import-file.ts";
import type { Room } from "./import-bounds.ts";
import type { Database } from "../../database/database.ts";

/** Checks an uploaded file and notes the effects of its import, for the person who confirms it. */
export async function planImport(
  database: Database,
  { id, job, room }: { id: string; job: ImportJob; room: Room },
): Promise<void> {
  const state = await plannedState(database, job, room);
  if (state.state === "failed") await rm(job.folder, { recursive: true, force: true });
  noteImport(database.meta, { id, job, state });
}

async function plannedState(database: Database, job: ImportJob, room: Room): Promise<ImportState> {
  try {
    const file = await openImportFile(job);
    const { tableNames } = file;
    try {
      file.requireRoom(room);
    } finally {
      file.close();
    }
    if (tableNames.length === 0) return { state: "failed", message: "The file holds no table." };
    return planned(database, job, tableNames);
  } catch (error) {
    const reason = messageOf(error).replace(/\.$/, "");
    const message = `The file cannot be imported: ${reason}. Nothing was imported.`;
    return { state: "failed", message };
  }
}

function planned(database: Database, { mode }: ImportJob, names: readonly string[]): ImportState {
  const cleared = database.userTables().filter(({ name }) => !names.includes(name));
  const touched = [...names, ...(mode === "replaceAll" ? cleared.map(({ name }) => name) : [])];
  const counts = countDocuments(database, touched);
  const lines = touched
    .map((name) => ({ name, count: counts.get(name) ?? 0, isImported: names.includes(name) }))
    .filter(({ count, isImported }) => isImported || count > 0)
    .map(({ name, count, isImported }) => describe({ name, count, isImported, mode }));
  const deleted = mode === "append" ? 0 : [...counts.values()].reduce((sum, n) => sum + n, 0);
  if (mode === "requireEmpty" && deleted > 0) {
    const full = [...counts].filter(([, count]) => count > 0).map(([name]) => `"${name}"`);
    const message = `These tables have documents already: ${full.join(", ")}. Choose --replace, --replace-all or --append. Nothing was imported.`;
    return { state: "failed", message };
  }
  const message = `The import\n${lines.join("\n")}\nPages wait while it is carried out.`;
  return { state: "waiting_for_confirmation", message, isDeleting: deleted > 0 };
}

function describe(table: {
  name: string;
  count: number;
  isImported: boolean;
  mode: ImportJob["mode"];
}): string {
  if (!table.isImported) return `- empties ${table.name}: ${table.count} documents`;
  if (table.mode === "append") return `- adds to ${table.name}, which has ${table.count} documents`;
  return `- fills ${table.name}, in place of ${table.count} documents`;
}

function countDocuments(database: Database, names: readonly string[]): Map<string, number> {
  const snapshot = database.snapshot();
  try {
    const read = snapshot.begin({ nowMs: 0 });
    return new Map(names.map((name) => [name, read.count(name)]));
  } finally {
    snapshot.close();
  }
}
