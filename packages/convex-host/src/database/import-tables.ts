import { messageOf } from "../log.ts";
import { openWriter } from "./sqlite/open-file.ts";
import type { WriteStatements } from "./sqlite/statements.ts";
import { decodeId, newId } from "../values/ids.ts";
import type { JsonObject } from "../values/json.ts";
import { keyToBytes } from "../values/order-key.ts";
import { newTable, type Numbers, type TableInfo, type TableSet } from "./tables/catalog.ts";
import { storeTable } from "./transactions/commit-group.ts";
import { nextCreationTime } from "./tables/creation-times.ts";
import { checkTableName, prepareDocument } from "./transactions/document-values.ts";
import { loadTables } from "./transactions/load-tables.ts";
import { mergeLeftRows } from "./transactions/recent-rows.ts";
import { MetaTexts } from "./tables/meta-texts.ts";
import { Timestamps } from "./tables/timestamps.ts";
import type { Database } from "./database.ts";

export type ImportedTable = {
  name: string;
  /** The table number in the ids of the documents; null when the import does not name one. */
  number: number | null;
  documents: Iterable<JsonObject>;
};

export type TableImport = {
  tables: readonly ImportedTable[];
  /**
   * "append" keeps the documents of the tables, "replace" deletes them, "requireEmpty" refuses tables that have
   * documents.
   */
  mode: "append" | "replace" | "requireEmpty";
  /** Tables to empty as well. */
  cleared: readonly string[];
  nowMs: number;
  /** Records the import in `meta`, in the transaction of the rows. `rows` is the number of imported documents. */
  note?: (meta: Database["meta"], rows: number) => void;
};

/**
 * Imports whole tables with their ids and creation times, without running functions: in one SQLite transaction, on a
 * file that no other connection has open. Returns the number of documents. Throws with nothing changed; the message
 * names the document that was refused.
 */
export function importTables(path: string, given: TableImport): number {
  const statements = openWriter(path, { durable: true });
  try {
    mergeLeftRows(statements);
    return statements.transaction(() => {
      const rows = new TableImporter(statements, given).run();
      given.note?.(new MetaTexts(statements), rows);
      return rows;
    });
  } finally {
    statements.close();
  }
}

class TableImporter {
  readonly #statements: WriteStatements;
  readonly #given: TableImport;
  readonly #numbers: Numbers;
  readonly #ts: bigint;
  #tables: TableSet;
  #nextRid: number;
  #creationTime: number;

  constructor(statements: WriteStatements, given: TableImport) {
    const [ts, creationTime, nextTable, nextIndex] = statements.clock.get()!;
    this.#statements = statements;
    this.#given = given;
    this.#ts = ts as bigint;
    this.#creationTime = Number(creationTime);
    this.#numbers = { nextTable: Number(nextTable), nextIndex: Number(nextIndex) };
    this.#tables = loadTables(statements, this.#numbers, () => undefined);
    this.#nextRid = Number(statements.lastRid.get()![0] ?? 0) + 1;
  }

  run(): number {
    const { tables, cleared, mode, nowMs } = this.#given;
    for (const { name } of tables) if (name !== "_storage") checkTableName(name);
    if (mode !== "append") for (const { name } of tables) this.#empty(name);
    for (const name of cleared) this.#empty(name);
    this.#number();
    let count = 0;
    for (const table of tables) count += this.#fill(table);
    const { nextTable, nextIndex } = this.#numbers;
    const ts = new Timestamps(this.#ts, () => nowMs).next();
    this.#statements.setClock.run(ts, this.#creationTime, nextTable, nextIndex);
    return count;
  }

  #empty(name: string): void {
    const table = this.#tables.byName(name);
    if (table === null || this.#isEmpty(table)) return;
    if (this.#given.mode === "requireEmpty")
      throw new Error(`The table "${name}" has documents already: choose --replace or --append.`);
    this.#statements.deleteDocumentsOf.run(table.byId.id);
    for (const { id } of table.indexes.values()) this.#statements.deleteIndexRows.run(id);
    for (const { id } of table.searchIndexes.values()) this.#statements.searches.empty(id);
  }

  #isEmpty(table: TableInfo): boolean {
    return Number(this.#statements.countKeys.get(table.byId.id)?.[0]) === 0;
  }

  /**
   * Gives every imported table the number in the ids of its documents. Empty tables that have such a number get
   * another.
   */
  #number(): void {
    const wanted = new Map<string, number>();
    for (const { name, number } of this.#given.tables)
      if (number !== null && this.#tables.byName(name)?.number !== number) wanted.set(name, number);
    const changed: TableInfo[] = [];
    const taken = new Set(wanted.values());
    const highest = Math.max(this.#numbers.nextTable - 1, ...taken);
    this.#numbers.nextTable = highest + 1;
    for (const { name } of this.#given.tables)
      if (this.#tables.byName(name) === null)
        changed.push(newTable(name, this.#numbers, wanted.get(name)));
    for (const table of this.#tables.all) {
      const number =
        wanted.get(table.name) ?? (taken.has(table.number) ? this.#numbers.nextTable++ : null);
      if (number === null) continue;
      if (!this.#isEmpty(table))
        throw new Error(
          `The documents of "${table.name}" have the table number ${table.number}, which does not go with the import: replace that table as well.`,
        );
      this.#statements.deleteTable.run(table.number);
      for (const { id } of table.indexes.values()) this.#statements.deleteIndex.run(id);
      for (const { id } of table.searchIndexes.values()) this.#removeSearch(id);
      changed.push({ ...table, number });
    }
    for (const table of changed) {
      storeTable(this.#statements, table);
      this.#tables = this.#tables.with(table);
    }
  }

  /** Removes a search index. `storeTable` creates it again. */
  #removeSearch(index: number): void {
    this.#statements.deleteSearchIndex.run(index);
    this.#statements.searches.drop(index);
  }

  #fill({ name, documents }: ImportedTable): number {
    const table = this.#tables.byName(name)!;
    let count = 0;
    for (const document of documents) {
      count += 1;
      try {
        this.#insert(table, document);
      } catch (error) {
        const reason = messageOf(error);
        const id = typeof document["_id"] === "string" ? ` ("_id": "${document["_id"]}")` : "";
        throw new Error(`Document ${count} of the table "${name}"${id} was refused: ${reason}`, {
          cause: error,
        });
      }
    }
    return count;
  }

  #insert(table: TableInfo, document: JsonObject): void {
    const { nowMs } = this.#given;
    const id = document["_id"] ?? newId(table.number, { nowMs });
    const creationTime = document["_creationTime"] ?? nextCreationTime(nowMs, this.#creationTime);
    if (typeof id !== "string" || typeof creationTime !== "number")
      throw new Error("_id must be a text and _creationTime a number.");
    const decoded = decodeId(id);
    if ("error" in decoded || decoded.table !== table.number)
      throw new Error("The _id is not one of this table.");
    const value = { ...document, _id: id, _creationTime: creationTime };
    const rid = this.#nextRid++;
    const checkSchema = !table.name.startsWith("_");
    const prepared = prepareDocument(value, table, { rid, tables: this.#tables, checkSchema });
    if (this.#statements.document.get(table.byId.id, keyToBytes(idKey(prepared, table))) !== null)
      throw new Error("There is a document with this _id.");
    this.#creationTime = Math.max(this.#creationTime, creationTime);
    this.#statements.insertDocument.run(rid, prepared.document.size, prepared.document.json);
    for (const { index, key } of prepared.keys)
      this.#statements.insertKey.run(index, keyToBytes(key), rid);
    for (const entry of prepared.entries)
      this.#statements.searches.store({ rid, index: entry.index, before: null, after: entry });
  }
}

function idKey({ keys }: ReturnType<typeof prepareDocument>, table: TableInfo) {
  return keys.find(({ index }) => index === table.byId.id)!.key;
}
