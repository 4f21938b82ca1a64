import { isIdentifier } from "../../values/canonical.ts";
import { schemaLimits } from "../../values/value-limits.ts";
import type { ValidatorJson } from "../../values/validator.ts";
import { canHaveField, validatorProblem } from "../../values/validator-shape.ts";

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
  vectorIndexes?: { indexDescriptor: string }[];
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
    checkDocumentType(table);
    checkIndexes(table);
    if (exported.schemaValidation !== false) checkFieldsExist(table);
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

function checkDocumentType({ tableName, documentType, vectorIndexes = [] }: ExportedTable): void {
  const [vector] = vectorIndexes;
  if (vector !== undefined) {
    throw new Error(
      `Table "${tableName}" has the vector index "${vector.indexDescriptor}": the embedded host serves no vector indexes. Run this app on Convex itself to use one.`,
    );
  }
  if (documentType === null || documentType.type === "any") return;
  const members = documentType.type === "union" ? documentType.value : [documentType];
  if (members.some(({ type }) => type !== "object")) {
    throw new Error(
      `The document validator of table "${tableName}" must be an object, a union of objects, or v.any().`,
    );
  }
  const problem = validatorProblem(documentType);
  if (problem !== null) throw new Error(`Table "${tableName}": ${problem}`);
}

/** Refuses an index on a field that no document can have: it is a typing error. */
function checkFieldsExist({ tableName, indexes, searchIndexes = [], documentType }: ExportedTable) {
  const named = [
    ...indexes.map(({ indexDescriptor, fields }) => ({ indexDescriptor, fields })),
    ...searchIndexes.map(({ indexDescriptor, searchField, filterFields }) => ({
      indexDescriptor,
      fields: [searchField, ...filterFields],
    })),
  ];
  for (const { indexDescriptor, fields } of named) {
    const missing = fields.find((field) => !canHave(documentType, field));
    if (missing === undefined) continue;
    throw new Error(
      `In table "${tableName}" the index "${indexDescriptor}" is invalid because it references the field "${missing}" that does not exist.`,
    );
  }
}

function canHave(documentType: ValidatorJson | null, field: string): boolean {
  const isSystem = field === "_id" || field === "_creationTime";
  return isSystem || documentType === null || canHaveField(documentType, field.split("."));
}

function checkIndexes(table: ExportedTable): void {
  const { tableName, indexes, searchIndexes = [] } = table;
  if (indexes.length + searchIndexes.length > schemaLimits.indexesPerTable) {
    throw new Error(`Table "${tableName}" has more than ${schemaLimits.indexesPerTable} indexes`);
  }
  const names = new Set<string>();
  const nameByFields = new Map<string, string>();
  for (const index of [...indexes, ...searchIndexes]) {
    const name = index.indexDescriptor;
    const at = `index "${tableName}.${name}"`;
    checkName(name, at);
    if (name === "by_id" || name === "by_creation_time") {
      throw new Error(`The name of ${at} is reserved for the built-in index`);
    }
    if (names.has(name)) throw new Error(`Table "${tableName}" declares ${at} twice`);
    names.add(name);
    if ("fields" in index) {
      checkFields(at, index.fields);
      const other = nameByFields.get(index.fields.join());
      nameByFields.set(index.fields.join(), name);
      if (other !== undefined)
        throw new Error(`Table "${tableName}": "${other}" and "${name}" index the same fields`);
    } else checkSearchFields(`search ${at}`, index);
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
