import { canonicalText, isIdentifier } from "../../values/canonical.ts";
import { isUndefinedJson } from "../../values/encoded.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import { valueLimits } from "../../values/value-limits.ts";
import { formatBytes, valueSize } from "../../values/sizes.ts";
import { checkValue } from "../../values/validator.ts";
import { indexKeys, type IndexKey, type KeyedDocument } from "../tables/index-keys.ts";
import { searchEntries } from "../search/search-entries.ts";
import type { SearchEntry } from "../sqlite/search-statements.ts";
import type { TableInfo, TableSet } from "../tables/catalog.ts";
import type { StoredDocument } from "../state/layer.ts";

/** A document ready to be stored, with its keys. */
export type PreparedDocument = {
  document: StoredDocument;
  keys: IndexKey[];
  entries: readonly SearchEntry[];
};

/** Refuses names that no table of an app may have. */
export function checkTableName(name: string): void {
  if (name.startsWith("_")) {
    throw new Error(`Invalid table name ${name} starts with metadata prefix '_'`);
  }
  if (!isIdentifier(name)) throw new Error(`Invalid table name ${JSON.stringify(name)}`);
}

/** The fields that a function gave for a new document, none of them a system field. */
export function fieldsForInsert(value: JsonObject): JsonObject {
  const fields = withoutUndefined(value);
  const reserved = Object.keys(fields).find((name) => name.startsWith("_"));
  if (reserved === undefined) return fields;
  throw new Error(
    `Invalid argument \`value\` for \`db.insert\`: Field '${reserved}' starts with an underscore, which is only allowed for system fields like '_id'`,
  );
}

/** The whole new value of a replaced document: the given fields and the old system fields. */
export function fieldsForReplace(old: JsonObject, value: JsonObject): JsonObject {
  const fields = withoutUndefined(value);
  checkSystemFields(old, fields);
  return { ...fields, _id: old["_id"]!, _creationTime: old["_creationTime"]! };
}

/** The new value of a patched document; undefined at the top level removes a field. */
export function fieldsForPatch(old: JsonObject, value: JsonObject): JsonObject {
  const system = Object.keys(value).filter((name) => name.startsWith("_"));
  checkSystemFields(old, value);
  const removed = system.find((name) => isUndefinedJson(value[name]));
  if (removed !== undefined) throw new Error(`Cannot remove the system field '${removed}'`);
  return withoutUndefined({ ...old, ...value });
}

/**
 * Checks a whole document (system fields included) against limits and, when asked, its table's schema. `before` is the
 * document that it replaces; unchanged index keys are taken from it.
 */
export function prepareDocument(
  value: JsonObject,
  table: TableInfo,
  options: { rid: number; tables: TableSet; checkSchema: boolean; before?: KeyedDocument },
): PreparedDocument {
  // Rows of system tables hold arguments of functions, which may be larger and more deeply nested than a document.
  const isOwn = table.name.startsWith("_");
  const maxNesting = isOwn ? valueLimits.systemNesting : valueLimits.documentNesting;
  const json = canonicalText(value, { maxNesting, what: "Document" });
  const size = valueSize(value);
  if (size > valueLimits.documentBytes && !isOwn) {
    throw new Error(
      `Value is too large (${formatBytes(size)} > maximum size ${formatBytes(valueLimits.documentBytes)})`,
    );
  }
  const problem = options.checkSchema ? schemaProblem(value, table, options.tables) : null;
  if (problem !== null) {
    throw new Error(
      `Failed to insert or update a document in table "${table.name}" because it does not match the schema: ${problem}`,
    );
  }
  return {
    document: { rid: options.rid, size, json },
    keys: indexKeys(table, value, options.before),
    entries: searchEntries(table, value),
  };
}

/** Returns the reason why a document does not fit the schema of its table; null when it fits. */
export function schemaProblem(
  value: JsonObject,
  table: TableInfo,
  tables: TableSet,
): string | null {
  if (table.validator === null || table.validator.type === "any") return null;
  const { _id, _creationTime, ...body } = value;
  return checkValue(table.validator, body, tables);
}

function withoutUndefined(value: JsonObject): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error("Value must be an Object");
  }
  if (!Object.values(value).some(isUndefinedJson)) return value;
  const entries = Object.entries(value).filter(([, field]) => !isUndefinedJson(field));
  return Object.fromEntries(entries);
}

function checkSystemFields(old: JsonObject, value: JsonObject): void {
  for (const name of Object.keys(value)) {
    if (!name.startsWith("_")) continue;
    if (name !== "_id" && name !== "_creationTime") {
      throw new Error(
        `Field '${name}' starts with an underscore, which is only allowed for system fields like '_id'`,
      );
    }
    const given: Json | undefined = value[name];
    if (given === old[name] || isUndefinedJson(given)) continue;
    throw new Error(
      `Provided document '${name}' field ${JSON.stringify(given)} doesn't match '${name}' field ${JSON.stringify(old[name])}`,
    );
  }
}
