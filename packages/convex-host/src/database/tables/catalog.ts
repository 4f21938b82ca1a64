import { storageTableNumber } from "../../values/ids.ts";
import type { ValidatorJson } from "../../values/validator.ts";

export interface Catalog {
  tableNumber(name: string): number | null;
  tableName(number: number): string | null;
}

/** One index of one table. `fields` is the whole key, with the creation time and id that end every key. */
export type IndexInfo = {
  id: number;
  table: string;
  name: string;
  /** Field paths, split at the dots. */
  fields: readonly (readonly string[])[];
};

/** One search index of one table. Field paths are split at the dots. */
export type SearchIndexInfo = {
  id: number;
  table: string;
  name: string;
  searchPath: readonly string[];
  filterPaths: readonly (readonly string[])[];
};

export type TableInfo = {
  number: number;
  name: string;
  byId: IndexInfo;
  byCreationTime: IndexInfo;
  indexes: ReadonlyMap<string, IndexInfo>;
  searchIndexes: ReadonlyMap<string, SearchIndexInfo>;
  /** The validator of the documents; null when the table accepts any document. */
  validator: ValidatorJson | null;
};

/** The tables of the host itself, with their official numbers. */
export const systemTables = [
  { name: "_scheduled_functions", number: 539 },
  { name: "_storage", number: storageTableNumber },
] as const;

/**
 * The number of an index that no table has. A read of a missing table is recorded as a read of its name in this index.
 */
export const tableNamesIndex = 0;

/** An immutable set of tables and indexes. A change makes another set, so that a snapshot keeps its own. */
export class TableSet implements Catalog {
  readonly #byName: ReadonlyMap<string, TableInfo>;
  readonly #byNumber: ReadonlyMap<number, TableInfo>;

  constructor(tables: Iterable<TableInfo>) {
    const all = [...tables];
    this.#byName = new Map(all.map((table) => [table.name, table]));
    this.#byNumber = new Map(all.map((table) => [table.number, table]));
  }

  get all(): Iterable<TableInfo> {
    return this.#byName.values();
  }

  get size(): number {
    return this.#byName.size;
  }

  byName(name: string): TableInfo | null {
    return this.#byName.get(name) ?? null;
  }

  byNumber(number: number): TableInfo | null {
    return this.#byNumber.get(number) ?? null;
  }

  tableNumber(name: string): number | null {
    return this.#byName.get(name)?.number ?? null;
  }

  tableName(number: number): string | null {
    return this.#byNumber.get(number)?.name ?? null;
  }

  /** The tables of the app, by name. */
  userTables(): { name: string; number: number }[] {
    return [...this.#byName.values()]
      .filter(({ name }) => !name.startsWith("_"))
      .map(({ name, number }) => ({ name, number }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The set with this table in place of the one with its name. */
  with(table: TableInfo): TableSet {
    return new TableSet(
      [...this.#byName.values()].filter((old) => old.name !== table.name).concat(table),
    );
  }
}

/** The next free numbers of tables and indexes. No number is used twice. */
export type Numbers = { nextTable: number; nextIndex: number };

/** A new table with its two built-in indexes. */
export function newTable(name: string, numbers: Numbers, number?: number): TableInfo {
  const indexes = [
    indexInfo({ id: numbers.nextIndex++, table: name, name: "by_id", fields: ["_id"] }),
    indexInfo({
      id: numbers.nextIndex++,
      table: name,
      name: "by_creation_time",
      fields: ["_creationTime", "_id"],
    }),
  ];
  return tableInfo({
    ...{ number: number ?? numbers.nextTable++, name },
    ...{ indexes, searchIndexes: [], validator: null },
  });
}

/** Builds a table from its parts; throws when a built-in index is missing. */
export function tableInfo(parts: {
  number: number;
  name: string;
  indexes: readonly IndexInfo[];
  searchIndexes: readonly SearchIndexInfo[];
  validator: ValidatorJson | null;
}): TableInfo {
  const indexes = new Map(parts.indexes.map((index) => [index.name, index]));
  const byId = indexes.get("by_id");
  const byCreationTime = indexes.get("by_creation_time");
  if (byId === undefined || byCreationTime === undefined) {
    throw new Error(`The table ${parts.name} has lost a built-in index`);
  }
  return {
    number: parts.number,
    name: parts.name,
    byId,
    byCreationTime,
    indexes,
    searchIndexes: new Map(parts.searchIndexes.map((index) => [index.name, index])),
    validator: parts.validator,
  };
}

/** Builds an index whose key is exactly these fields. */
export function indexInfo(parts: {
  id: number;
  table: string;
  name: string;
  fields: readonly string[];
}): IndexInfo {
  return {
    id: parts.id,
    table: parts.table,
    name: parts.name,
    fields: parts.fields.map((field) => field.split(".")),
  };
}

/** Builds a search index from its definition in a schema. */
export function searchIndexInfo(parts: {
  id: number;
  table: string;
  name: string;
  searchField: string;
  filterFields: readonly string[];
}): SearchIndexInfo {
  const { id, table, name, searchField, filterFields } = parts;
  const filterPaths = filterFields.map((field) => field.split("."));
  return { id, table, name, searchPath: searchField.split("."), filterPaths };
}
