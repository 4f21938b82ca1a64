import { kindOf, type EncodedKind } from "./encoded.ts";
import { fits } from "./fits.ts";
import type { Json, JsonObject } from "./json.ts";
import { orderKey } from "./order-key.ts";
import { tableNumberOfId } from "./ids.ts";
import { printLiteral, printValidator, printValue } from "./print.ts";

/** A validator as `exportArgs()` and the schema carry it. */
export type ValidatorJson =
  | { type: "null" | "number" | "bigint" | "boolean" | "string" | "bytes" | "any" | "commitTs" }
  | { type: "id"; tableName: string }
  | { type: "literal"; value: Json }
  | { type: "array"; value: ValidatorJson }
  | { type: "union"; value: ValidatorJson[] }
  | { type: "object"; value: Record<string, FieldJson> }
  | { type: "record"; keys: ValidatorJson; values: FieldJson };

export type FieldJson = { fieldType: ValidatorJson; optional: boolean };

/** Returns the name of the table with a number; null when there is none. */
export type TableNames = { tableName(number: number): string | null };

/** The official text about what does not fit; null when the encoded value fits. */
export function checkValue(
  validator: ValidatorJson,
  value: Json,
  tables: TableNames,
): string | null {
  return fits(validator, value, tables) ? null : explainMisfit(validator, value, tables);
}

/** The thorough check of `checkValue`: walks through the value and prints what does not fit; null when all does. */
export function explainMisfit(
  validator: ValidatorJson,
  value: Json,
  tables: TableNames,
): string | null {
  return check(validator, value, { tables, path: "" });
}

type Context = { tables: TableNames; path: string };

const kindByType: Partial<Record<ValidatorJson["type"], EncodedKind>> = {
  null: "null",
  number: "float64",
  bigint: "int64",
  commitTs: "int64",
  boolean: "boolean",
  string: "string",
  bytes: "bytes",
};

function check(validator: ValidatorJson, value: Json, context: Context): string | null {
  switch (validator.type) {
    case "any":
      return null;
    case "id":
      return checkId(validator, value, context);
    case "literal":
      return checkLiteral(validator, value, context);
    case "array":
      return checkArray(validator, value, context);
    case "union":
      return checkUnion(validator, value, context);
    case "object":
      return checkObject(validator, value, context);
    case "record":
      return checkRecord(validator, value, context);
    default:
      return kindByType[validator.type] === kindOf(value)
        ? null
        : noMatch(validator, value, context);
  }
}

function checkId(
  validator: { type: "id"; tableName: string },
  value: Json,
  context: Context,
): string | null {
  const number = typeof value === "string" ? tableNumberOfId(value) : null;
  const found = number === null ? null : context.tables.tableName(number);
  if (found === null) return noMatch(validator, value, context);
  if (found === validator.tableName) return null;
  return withPath(
    `Found ID "${value as string}" from ${found.startsWith("_") ? "system table" : `table \`${found}\``}, which does not match the table name in validator \`v.id("${validator.tableName}")\`.`,
    context,
  );
}

function checkLiteral(
  validator: { type: "literal"; value: Json },
  value: Json,
  context: Context,
): string | null {
  if (orderKey(value) === orderKey(validator.value)) return null;
  return withPath(
    `\`${printValue(value)}\` does not match literal validator \`v.literal(${printLiteral(validator.value)})\`.`,
    context,
  );
}

function checkArray(
  validator: { type: "array"; value: ValidatorJson },
  value: Json,
  context: Context,
): string | null {
  if (!Array.isArray(value)) return noMatch(validator, value, context);
  for (let at = 0; at < value.length; at++) {
    const problem = check(validator.value, value[at]!, below(context, `[${at}]`));
    if (problem !== null) return problem;
  }
  return null;
}

function checkUnion(
  validator: { type: "union"; value: ValidatorJson[] },
  value: Json,
  context: Context,
): string | null {
  const [first, ...others] = validator.value;
  if (first !== undefined && others.length === 0) return check(first, value, context);
  const fits = validator.value.some((member) => check(member, value, context) === null);
  return fits ? null : noMatch(validator, value, context);
}

function checkObject(
  validator: { type: "object"; value: Record<string, FieldJson> },
  value: Json,
  context: Context,
): string | null {
  if (kindOf(value) !== "object") return noMatch(validator, value, context);
  const object = value as JsonObject;
  for (const name of Object.keys(validator.value).sort()) {
    const field = validator.value[name]!;
    const member = Object.hasOwn(object, name) ? object[name] : undefined;
    if (member === undefined || kindOf(member) === "undefined") {
      if (field.optional) continue;
      return `Object is missing the required field \`${name}\`. Consider wrapping the field validator in \`v.optional(...)\` if this is expected.${objectDetail(validator, object, context)}`;
    }
    const problem = check(field.fieldType, member, below(context, `.${name}`));
    if (problem !== null) return problem;
  }
  for (const name of Object.keys(object).sort()) {
    if (Object.hasOwn(validator.value, name) || kindOf(object[name]) === "undefined") continue;
    return `Object contains extra field \`${name}\` that is not in the validator.${objectDetail(validator, object, context)}`;
  }
  return null;
}

function checkRecord(
  validator: { type: "record"; keys: ValidatorJson; values: FieldJson },
  value: Json,
  context: Context,
): string | null {
  if (kindOf(value) !== "object") return noMatch(validator, value, context);
  const object = value as JsonObject;
  for (const name of Object.keys(object).sort()) {
    const problem =
      check(validator.keys, name, below(context, ".keys()")) ??
      check(validator.values.fieldType, object[name]!, below(context, ".values()"));
    if (problem !== null) return problem;
  }
  return null;
}

function noMatch(validator: ValidatorJson, value: Json, context: Context): string {
  return `Value does not match validator.${pathLine(context)}\nValue: ${printValue(value)}\nValidator: ${printValidator(validator)}`;
}

function objectDetail(validator: ValidatorJson, object: JsonObject, context: Context): string {
  return `${pathLine(context)}\n\nObject: ${printValue(object)}\nValidator: ${printValidator(validator)}`;
}

function withPath(text: string, context: Context): string {
  return text + pathLine(context);
}

function pathLine(context: Context): string {
  return context.path === "" ? "" : `\nPath: ${context.path}`;
}

function below(context: Context, step: string): Context {
  return { tables: context.tables, path: context.path + step };
}
