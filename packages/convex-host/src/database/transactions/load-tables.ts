import type { WriteStatements } from "../sqlite/statements.ts";
import type { ValidatorJson } from "../../values/validator.ts";
import {
  indexInfo,
  newTable,
  searchIndexInfo,
  systemTables,
  tableInfo,
  TableSet,
  type IndexInfo,
  type Numbers,
} from "../tables/catalog.ts";
import { storeTable } from "./commit-group.ts";

/** Reads the tables and indexes of the file; a new file gets the system tables first. */
export function loadTables(
  statements: WriteStatements,
  numbers: Numbers,
  storeClock: () => void,
): TableSet {
  const stored = readTables(statements);
  if (stored.size > 0) return stored;
  const created = new TableSet(
    systemTables.map(({ name, number }) => newTable(name, numbers, number)),
  );
  statements.transaction(() => {
    for (const table of created.all) storeTable(statements, table);
    storeClock();
  });
  return created;
}

/** The full key of a declared index: its fields, then creation time and id. */
export function declaredIndex(
  parts: { table: string; name: string; fields: readonly string[] },
  numbers: Numbers,
): IndexInfo {
  const fields = [...parts.fields, "_creationTime", "_id"];
  return indexInfo({ ...parts, fields, id: numbers.nextIndex++ });
}

/** Reads the tables and indexes of the file; a new file has none. */
export function readTables(statements: WriteStatements): TableSet {
  const indexRows = statements.indexes.all();
  const searchRows = statements.searchIndexes.all();
  const tables = statements.tables.all().map(([number, name, documentType]) => {
    const indexes = indexRows
      .filter((row) => row[1] === number)
      .map(([id, , indexName, fields]) =>
        indexInfo({
          id: Number(id),
          table: String(name),
          name: String(indexName),
          fields: JSON.parse(String(fields)) as string[],
        }),
      );
    const validator =
      documentType === null ? null : (JSON.parse(String(documentType)) as ValidatorJson);
    const searchIndexes = searchRows
      .filter((row) => row[1] === number)
      .map(([id, , indexName, searchField, filterFields]) =>
        searchIndexInfo({
          ...{ id: Number(id), table: String(name), name: String(indexName) },
          searchField: String(searchField),
          filterFields: JSON.parse(String(filterFields)) as string[],
        }),
      );
    return tableInfo({
      ...{ number: Number(number), name: String(name), indexes, searchIndexes, validator },
    });
  });
  return new TableSet(tables);
}
