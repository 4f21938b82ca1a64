import type { WriteStatements } from "./sqlite/statements.ts";
import type { JsonObject } from "../values/json.ts";
import { keyToBytes } from "../values/order-key.ts";
import {
  newTable,
  tableInfo,
  type IndexInfo,
  type Numbers,
  type TableInfo,
  type TableSet,
} from "./tables/catalog.ts";
import { storeTable, tableCreation } from "./transactions/commit-group.ts";
import { schemaProblem } from "./transactions/document-values.ts";
import { indexKey } from "./tables/index-keys.ts";
import { declaredIndex } from "./transactions/load-tables.ts";
import { parseSchema, type TableSchema } from "./tables/schema.ts";
import { RangeCursor, wholeIndex } from "./state/state-view.ts";
import type { DocumentWrite } from "./state/layer.ts";

type Context = { statements: WriteStatements; tables: TableSet; numbers: Numbers };

type TableChange = {
  before: TableInfo | null;
  after: TableInfo;
  added: IndexInfo[];
  removed: IndexInfo[];
};

/**
 * Makes the file obey a schema; runs inside of one SQLite transaction, so that a throw changes nothing. Null when it
 * obeyed already.
 */
export function applySchema(
  schemaJson: string,
  context: Context,
): { tables: TableSet; writes: DocumentWrite[] } | null {
  const schema = parseSchema(schemaJson);
  const changes = [...changesOf(schema, context), ...leftovers(schema, context)];
  if (changes.length === 0) return null;
  // All tables first: a validator of one may name the ids of another.
  const tables = changes.reduce((set, change) => set.with(change.after), context.tables);
  for (const change of changes) storeDefinition(context.statements, change);
  for (const change of changes) rewriteTable(change, { ...context, tables });
  const writes = changes
    .filter((change) => change.before === null)
    .map((change) => tableCreation(change.after.name));
  return { tables, writes };
}

function changesOf(schema: readonly TableSchema[], context: Context): TableChange[] {
  return schema.flatMap((wanted) => {
    const before = context.tables.byName(wanted.name);
    const change = tableChange(before ?? newTable(wanted.name, context.numbers), wanted, context);
    const isSame =
      before !== null &&
      change.added.length === 0 &&
      change.removed.length === 0 &&
      JSON.stringify(before.validator) === JSON.stringify(wanted.documentType);
    return isSame ? [] : [{ ...change, before }];
  });
}

/** Tables that left the schema keep their documents and lose their rules and indexes. */
function leftovers(schema: readonly TableSchema[], context: Context): TableChange[] {
  const named = new Set(schema.map((table) => table.name));
  return [...context.tables.all].flatMap((before) => {
    if (named.has(before.name) || before.name.startsWith("_")) return [];
    const change = tableChange(
      before,
      { name: before.name, indexes: [], documentType: null },
      context,
    );
    return change.removed.length === 0 && before.validator === null ? [] : [{ ...change, before }];
  });
}

function tableChange(
  current: TableInfo,
  wanted: TableSchema,
  context: Context,
): Omit<TableChange, "before"> {
  const kept: IndexInfo[] = [];
  const added: IndexInfo[] = [];
  for (const { name, fields } of wanted.indexes) {
    const index = current.indexes.get(name);
    if (index !== undefined && sameFields(index, fields)) kept.push(index);
    else added.push(declaredIndex({ table: wanted.name, name, fields }, context.numbers));
  }
  const builtIn = [current.byId, current.byCreationTime];
  const keep = new Set([...builtIn, ...kept]);
  const removed = [...current.indexes.values()].filter((index) => !keep.has(index));
  const after = tableInfo({
    number: current.number,
    name: current.name,
    indexes: [...builtIn, ...kept, ...added],
    validator: wanted.documentType,
  });
  return { after, added, removed };
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
  storeTable(statements, {
    ...change.after,
    indexes: new Map(change.added.map((index) => [index.name, index])),
  });
}

/** Checks every document of a table whose rules changed, and fills its new indexes. */
function rewriteTable(change: TableChange, context: Context): void {
  const { before, after, added } = change;
  if (before === null) return;
  const rulesChanged = JSON.stringify(before.validator) !== JSON.stringify(after.validator);
  if (!rulesChanged && added.length === 0) return;
  const view = { statements: context.statements, layers: [] };
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
  }
}
