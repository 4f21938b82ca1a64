import { isIdentifier } from "../../values/canonical.ts";
import { schemaLimits } from "../../values/value-limits.ts";
import type { ValidatorJson } from "../../values/validator.ts";

export type TableSchema = {
  name: string;
  indexes: { name: string; fields: string[] }[];
  searchIndexes: { name: string; searchField: string; filterFields: string[] }[];
  /** The validator of every document; null when the schema does not enforce it. */
  documentType: ValidatorJson | null;
};

type ExportedTable = {
  tableName: string;
  indexes: { indexDescriptor: string; fields: string[] }[];
  searchIndexes?: { indexDescriptor: string; searchField: string; filterFields: string[] }[];
  documentType: ValidatorJson | null;
};

/** Reads the text of `schema.export()`; throws for anything an official deploy refuses as well. */
export function parseSchema(text: string): TableSchema[] {
  const exported = JSON.parse(text) as { tables: ExportedTable[]; schemaValidation?: boolean };
  if (exported.tables.length > schemaLimits.tables) {
    throw new Error(`The schema has more than ${schemaLimits.tables} tables`);
  }
  return exported.tables.map((table) => {
    checkName(table.tableName, "table");
    checkIndexes(table);
    return {
      name: table.tableName,
      indexes: table.indexes.map(({ indexDescriptor, fields }) => ({
        name: indexDescriptor,
        fields,
      })),
      searchIndexes: (table.searchIndexes ?? []).map(({ indexDescriptor, ...fields }) => ({
        name: indexDescriptor,
        ...fields,
      })),
      documentType: exported.schemaValidation === false ? null : table.documentType,
    };
  });
}

function checkIndexes(table: ExportedTable): void {
  const { tableName, indexes, searchIndexes = [] } = table;
  if (indexes.length + searchIndexes.length > schemaLimits.indexesPerTable) {
    throw new Error(`Table "${tableName}" has more than ${schemaLimits.indexesPerTable} indexes`);
  }
  const names = new Set<string>();
  for (const index of [...indexes, ...searchIndexes]) {
    const name = index.indexDescriptor;
    const at = `index "${tableName}.${name}"`;
    checkName(name, at);
    if (name === "by_id" || name === "by_creation_time") {
      throw new Error(`The name of ${at} is reserved for the built-in index`);
    }
    if (names.has(name)) throw new Error(`Table "${tableName}" declares ${at} twice`);
    names.add(name);
    if ("fields" in index) checkFields(at, index.fields);
    else checkSearchFields(`search ${at}`, index);
  }
}

function checkSearchFields(
  at: string,
  { searchField, filterFields }: { searchField: string; filterFields: readonly string[] },
): void {
  if (filterFields.length > schemaLimits.filterFields) {
    throw new Error(`The ${at} has more than ${schemaLimits.filterFields} filter fields`);
  }
  if (new Set(filterFields).size !== filterFields.length) {
    throw new Error(`The ${at} names a filter field twice`);
  }
  for (const field of [searchField, ...filterFields]) checkFieldPath(at, field);
}

function checkFields(at: string, fields: readonly string[]): void {
  if (fields.length === 0) throw new Error(`The ${at} must have at least one field`);
  if (fields.length > schemaLimits.fieldsPerIndex) {
    throw new Error(`The ${at} has more than ${schemaLimits.fieldsPerIndex} fields`);
  }
  if (new Set(fields).size !== fields.length) throw new Error(`The ${at} names a field twice`);
  for (const field of fields) {
    if (field === "_id" || field === "_creationTime") {
      throw new Error(`The ${at} names ${field}, which ends every index by itself`);
    }
    checkFieldPath(at, field);
  }
}

function checkFieldPath(at: string, field: string): void {
  if (field.split(".").every(isIdentifier)) return;
  throw new Error(`The ${at} names ${JSON.stringify(field)}, which is no field path`);
}

function checkName(name: string, what: string): void {
  if (isIdentifier(name) && !name.startsWith("_")) return;
  throw new Error(`${JSON.stringify(name)} is not a valid name (${what})`);
}
