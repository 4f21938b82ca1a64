import { kindOf, type EncodedKind } from "./encoded.ts";
import { tableNumberOfId } from "./ids.ts";
import type { Json, JsonObject } from "./json.ts";
import { orderKey } from "./order-key.ts";
import type { FieldJson, TableNames, ValidatorJson } from "./validator.ts";

type Fits = (value: Json, tables: TableNames) => boolean;

const fitsByValidator = new WeakMap<ValidatorJson, Fits>();

/**
 * True when the encoded value fits the validator: `checkValue` without its text. Every result of every function is
 * checked, so a validator is compiled once, and nothing is printed on the way.
 */
export function fits(validator: ValidatorJson, value: Json, tables: TableNames): boolean {
  let known = fitsByValidator.get(validator);
  if (known === undefined) {
    known = compile(validator);
    fitsByValidator.set(validator, known);
  }
  return known(value, tables);
}

function compile(validator: ValidatorJson): Fits {
  switch (validator.type) {
    case "any":
      return () => true;
    case "null":
      return (value) => value === null;
    case "boolean":
      return (value) => typeof value === "boolean";
    case "string":
      return (value) => typeof value === "string";
    case "number":
      return (value) => typeof value === "number" || kindOf(value) === "float64";
    case "bigint":
    case "commitTs":
      return ofKind("int64");
    case "bytes":
      return ofKind("bytes");
    case "id":
      return compileId(validator.tableName);
    case "literal":
      return compileLiteral(validator.value);
    case "array":
      return compileArray(validator.value);
    case "union":
      return compileUnion(validator.value);
    case "object":
      return compileObject(validator.value);
    case "record":
      return compileRecord(validator.keys, validator.values);
    default:
      return validator satisfies never;
  }
}

function ofKind(kind: EncodedKind): Fits {
  return (value) => kindOf(value) === kind;
}

function compileId(tableName: string): Fits {
  return (value, tables) => {
    const number = typeof value === "string" ? tableNumberOfId(value) : null;
    return number !== null && tables.tableName(number) === tableName;
  };
}

function compileLiteral(literal: Json): Fits {
  if (typeof literal !== "object") return (value) => Object.is(value, literal);
  const key = orderKey(literal);
  return (value) => orderKey(value) === key;
}

function compileArray(member: ValidatorJson): Fits {
  const fitsMember = compile(member);
  return (value, tables) =>
    Array.isArray(value) && value.every((element) => fitsMember(element, tables));
}

function compileUnion(members: ValidatorJson[]): Fits {
  const all = members.map(compile);
  return (value, tables) => all.some((fitsMember) => fitsMember(value, tables));
}

function compileObject(fields: Record<string, FieldJson>): Fits {
  const names = new Set(Object.keys(fields));
  const all = Object.entries(fields).map(([name, field]) => ({
    name,
    isOptional: field.optional,
    fitsField: compile(field.fieldType),
  }));
  return (value, tables) => {
    if (kindOf(value) !== "object") return false;
    const object = value as JsonObject;
    for (const { name, isOptional, fitsField } of all) {
      const member = Object.hasOwn(object, name) ? object[name] : undefined;
      if (member === undefined || kindOf(member) === "undefined") {
        if (!isOptional) return false;
      } else if (!fitsField(member, tables)) return false;
    }
    for (const name of Object.keys(object)) {
      if (!names.has(name) && kindOf(object[name]) !== "undefined") return false;
    }
    return true;
  };
}

function compileRecord(keys: ValidatorJson, values: FieldJson): Fits {
  const fitsKey = compile(keys);
  const fitsValue = compile(values.fieldType);
  return (value, tables) =>
    kindOf(value) === "object" &&
    Object.entries(value as JsonObject).every(
      ([name, member]) => fitsKey(name, tables) && fitsValue(member, tables),
    );
}
