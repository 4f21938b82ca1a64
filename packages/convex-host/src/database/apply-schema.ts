import type { WriteStatements } from "./sqlite/statements.ts";
import type { JsonObject } from "../values/json.ts";
import { keyToBytes } from "../values/order-key.ts";
import {
  newTable,
  searchIndexInfo,
  tableInfo,
  type IndexInfo,
  type Numbers,
  type SearchIndexInfo,
  type TableInfo,
  type TableSet,
} from "./tables/catalog.ts";
import { searchEntry } from "./search/search-entries.ts";
import { storeTable, tableCreation } from "./transactions/commit-group.ts";
import { schemaProblem } from "./transactions/document-values.ts";
import { indexKey } from "./tables/index-keys.ts";
import { declaredIndex } from "./transactions/load-tables.ts";
import { parseSchema, type TableSchema } from "./tables/schema.ts";
import { uncachedRanges } from "./state/range-cache.ts";
import { RangeCursor, wholeIndex } from "./state/state-view.ts";
import type { DocumentWrite } from "./state/layer.ts";

type Context = { statements: WriteStatements; tables: TableSet };
type Known = { tables: TableSet; numbers: Numbers };

/** The difference of one table to a schema, as `schemaChanges` finds it. */
export type TableChange = {
  before: TableInfo | null;
  after: TableInfo;
  added: IndexInfo[];
  removed: IndexInfo[];
  addedSearches: SearchIndexInfo[];
  removedSearches: SearchIndexInfo[];
};

/** The differences between the tables and a schema; empty when they obey it already. Reads nothing from the file. */
export function schemaChanges(schemaJson: string, known: Known): TableChange[] {
  const schema = parseSchema(schemaJson);
  return [...changesOf(schema, known), ...leftovers(schema, known)];
}

/** Makes the file obey a schema; runs inside of one SQLite transaction, so that a throw changes nothing. */
export function applyChanges(
  changes: readonly TableChange[],
  context: Context,
): { tables: TableSet; writes: DocumentWrite[] } {
  // The set holds all tables before a document is checked: the validator of one table may name the ids of another.
  const tables = changes.reduce((set, change) => set.with(change.after), context.tables);
  for (const change of changes) storeDefinition(context.statements, change);
  for (const change of changes) rewriteTable(change, { ...context, tables });
  const writes = changes
    .filter((change) => change.before === null)
    .map((change) => tableCreation(change.after.name));
  return { tables, writes };
}

function changesOf(schema: readonly TableSchema[], known: Known): TableChange[] {
  return schema.flatMap((wanted) => {
    const before = known.tables.byName(wanted.name);
    const change = tableChange(before ?? newTable(wanted.name, known.numbers), wanted, known);
    const isSame =
      before !== null &&
      !changesIndexes(change) &&
      JSON.stringify(before.validator) === JSON.stringify(wanted.documentType);
    return isSame ? [] : [{ ...change, before }];
  });
}

/** Tables that left the schema keep their documents and lose their rules and indexes. */
function leftovers(schema: readonly TableSchema[], known: Known): TableChange[] {
  const named = new Set(schema.map((table) => table.name));
  return [...known.tables.all].flatMap((before) => {
    if (named.has(before.name) || before.name.startsWith("_")) return [];
    const change = tableChange(
      before,
      { name: before.name, indexes: [], searchIndexes: [], documentType: null },
      known,
    );
    return !changesIndexes(change) && before.validator === null ? [] : [{ ...change, before }];
  });
}

function changesIndexes(change: Omit<TableChange, "before" | "after">): boolean {
  const { added, removed, addedSearches, removedSearches } = change;
  return [added, removed, addedSearches, removedSearches].some((list) => list.length > 0);
}

function tableChange(
  current: TableInfo,
  wanted: TableSchema,
  known: Known,
): Omit<TableChange, "before"> {
  const kept: IndexInfo[] = [];
  const added: IndexInfo[] = [];
  for (const { name, fields } of wanted.indexes) {
    const index = current.indexes.get(name);
    if (index !== undefined && sameFields(index, fields)) kept.push(index);
    else added.push(declaredIndex({ table: wanted.name, name, fields }, known.numbers));
  }
  const builtIn = [current.byId, current.byCreationTime];
  const keep = new Set([...builtIn, ...kept]);
  const removed = [...current.indexes.values()].filter((index) => !keep.has(index));
  const searches = searchChange(current, wanted, known);
  const after = tableInfo({
    number: current.number,
    name: current.name,
    indexes: [...builtIn, ...kept, ...added],
    searchIndexes: searches.after,
    validator: wanted.documentType,
  });
  const { added: addedSearches, removed: removedSearches } = searches;
  return { after, added, removed, addedSearches, removedSearches };
}

function searchChange(current: TableInfo, wanted: TableSchema, { numbers }: Known) {
  const kept: SearchIndexInfo[] = [];
  const added: SearchIndexInfo[] = [];
  for (const definition of wanted.searchIndexes) {
    const made = searchIndexInfo({ ...definition, table: wanted.name, id: numbers.nextIndex });
    const stored = current.searchIndexes.get(definition.name);
    if (stored !== undefined && isSameSearch(stored, made)) {
      kept.push(stored);
    } else {
      numbers.nextIndex += 1;
      added.push(made);
    }
  }
  const removed = [...current.searchIndexes.values()].filter((index) => !kept.includes(index));
  return { after: [...kept, ...added], added, removed };
}

function isSameSearch(stored: SearchIndexInfo, made: SearchIndexInfo): boolean {
  return JSON.stringify({ ...stored, id: 0 }) === JSON.stringify({ ...made, id: 0 });
}

function sameFields(index: IndexInfo, fields: readonly string[]): boolean {
  const stored = index.fields.slice(0, -2).map((path) => path.join("."));
  return stored.length === fields.length && stored.every((field, at) => field === fields[at]);
}

function storeDefinition(statements: WriteStatements, change: TableChange): void {
  if (change.before === null) {
    storeTable(statements, change.after);
    return;
  }
  for (const { id } of change.removed) {
    statements.deleteIndex.run(id);
    statements.deleteIndexRows.run(id);
  }
  for (const { id } of change.removedSearches) {
    statements.deleteSearchIndex.run(id);
    statements.searches.drop(id);
  }
  storeTable(statements, {
    ...change.after,
    indexes: new Map(change.added.map((index) => [index.name, index])),
    searchIndexes: new Map(change.addedSearches.map((index) => [index.name, index])),
  });
}

/** Checks every document of a table whose rules changed, and fills its new indexes. */
function rewriteTable(change: TableChange, context: Context): void {
  const { before, after, added, addedSearches } = change;
  if (before === null) return;
  const rulesChanged = JSON.stringify(before.validator) !== JSON.stringify(after.validator);
  if (!rulesChanged && added.length === 0 && addedSearches.length === 0) return;
  const view = { statements: context.statements, ranges: uncachedRanges, layers: [] };
  const rows = new RangeCursor(view, wholeIndex(after.byId), { order: "asc", hint: 512 });
  for (let row = rows.next(); row !== null; row = rows.next()) {
    const document = JSON.parse(row.document.json) as JsonObject & { _id: string };
    const problem = rulesChanged ? schemaProblem(document, after, context.tables) : null;
    if (problem !== null) {
      throw new Error(
        `Document with ID "${document._id}" in table "${after.name}" does not match the schema: ${problem}`,
      );
    }
    for (const index of added) {
      const key = keyToBytes(indexKey(index, document));
      context.statements.insertKey.run(index.id, key, row.document.rid);
    }
    for (const index of addedSearches) {
      const entry = { index: index.id, before: null, after: searchEntry(index, document) };
      context.statements.searches.store({ rid: row.document.rid, ...entry });
    }
  }
}
