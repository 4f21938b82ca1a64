import type { ImportJob } from "../../wire/import-job.ts";
import { describeError, type Logger } from "../../log.ts";
import type { MetaDoor } from "../../database/tables/meta-texts.ts";

export type ImportState =
  | { state: "waiting_for_confirmation"; message: string; isDeleting: boolean }
  | { state: "in_progress" }
  | { state: "completed"; rows: number }
  | { state: "failed"; message: string };

export type KnownImport = { id: string; job: ImportJob; state: ImportState };

type Meta = Pick<MetaDoor, "get" | "set">;

const metaName = "imports";
const mostKept = 20;

/** The failed imports that this thread knows of. A disk that stays full has no record of them. */
const endsByMeta = new WeakMap<Meta, Map<string, ImportState>>();

export function readImports(meta: Meta): KnownImport[] {
  const noted = JSON.parse(meta.get(metaName) ?? "[]") as KnownImport[];
  const ends = endsByMeta.get(meta);
  return noted.map((known) => ({ ...known, state: ends?.get(known.id) ?? known.state }));
}

export function findImport(meta: Meta, id: string): KnownImport | null {
  return readImports(meta).find((known) => known.id === id) ?? null;
}

/** Adds an import, or stores its new state. */
export function noteImport(meta: Meta, known: KnownImport): void {
  const others = readImports(meta).filter(({ id }) => id !== known.id);
  store(meta, [...others, known]);
}

/** Marks unfinished imports as failed: none is running when a host starts. A full disk does not stop the start. */
export function endImports(meta: Meta, log: Pick<Logger, "error">): void {
  const isOver = ({ state: { state } }: KnownImport) => state === "completed" || state === "failed";
  const left = readImports(meta).filter((known) => !isOver(known));
  for (const { id } of left) rememberFailed(meta, id, "The host was started anew.");
  try {
    if (left.length > 0) store(meta, readImports(meta));
  } catch (error) {
    log.error("import.not-noted", { error: describeError(error) });
  }
}

/** Takes a confirmation. False when the import does not wait for one, as at the second confirmation. */
export function beginImport(meta: Meta, id: string): boolean {
  const known = findImport(meta, id);
  if (known?.state.state !== "waiting_for_confirmation") return false;
  noteImport(meta, { ...known, state: { state: "in_progress" } });
  return true;
}

/** Stores the reason why an import failed. Does nothing when the import was completed before the error. */
export function failImport(meta: Meta, id: string, reason: string): void {
  if (findImport(meta, id)?.state.state !== "in_progress") return;
  rememberFailed(meta, id, reason);
  store(meta, readImports(meta));
}

function rememberFailed(meta: Meta, id: string, reason: string): void {
  const ends = endsByMeta.get(meta) ?? new Map<string, ImportState>();
  ends.set(id, { state: "failed", message: `${reason} Nothing was imported.` });
  endsByMeta.set(meta, ends);
}

function store(meta: Meta, imports: readonly KnownImport[]): void {
  meta.set(metaName, JSON.stringify(imports.slice(-mostKept)));
}
